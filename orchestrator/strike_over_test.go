package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// noticing tells of each key that it is typed.
type noticing struct {
	*paced
	typed func(key string)
}

func (n noticing) Pursue(ctx context.Context, key []byte, more bool) error {
	n.typed(string(key))
	return n.paced.Pursue(ctx, key, more)
}

func (n noticing) Lead(ctx context.Context, key []byte) error {
	n.typed("turn")
	return n.paced.Lead(ctx, key)
}

// TestApprovedAtAnEnd: an answer that has been begun is typed to its end before another host goes on, and no
// other is begun; whoever approved, and the journal, hear of what was typed.
func TestApprovedAtAnEnd(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cause error
		at    string // the key with which the end comes
		after time.Duration
		keys  int
		told  []string
		err   error
	}{
		{"handed over between the keys", ErrHandedOver, "y", 50 * time.Millisecond, 2, []string{"typed by human, 2 bytes"}, nil},
		{"handed over with the first", ErrHandedOver, "y", 0, 2, []string{"typed by human, 2 bytes"}, nil},
		{"handed over before the first", ErrHandedOver, "turn", 0, 0, nil, ErrNotDriven},
		{"stopped between the keys", nil, "y", 50 * time.Millisecond, 1, []string{"typed by human, 1 bytes"}, ErrHalted},
		{"stopped before the first", nil, "turn", 0, 0, nil, ErrNotDriven},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				eye, err := newEye(adapters.Signs{}, io.Discard, time.Now())
				if err != nil {
					t.Fatal(err)
				}
				_, _ = eye.Write([]byte("Run rm -rf x? [y/N] "))
				ctx, end := context.WithCancelCause(t.Context())
				defer end(nil)
				var keys []string
				p := noticing{&paced{eye: eye, begun: time.Now(), echoes: map[string]string{"y": "y"}}, func(key string) {
					if key == "y" || key == "\r" {
						keys = append(keys, key)
					}
					switch {
					case key != tt.at:
					case tt.after == 0:
						end(tt.cause)
					default:
						time.AfterFunc(tt.after, func() { end(tt.cause) })
					}
				}}
				var told []string
				in := &Interactive{Person: NewPerson(), Tell: func(t Talk) {
					if typed, ok := t.(InputTyped); ok {
						told = append(told, fmt.Sprintf("typed by %s, %d bytes", typed.By, typed.Bytes))
					}
				}}
				it := Iteration{Interactive: in}
				d := &driver{it: it, eye: eye, term: p, in: in, talk: newConversation(it, time.Now())}
				d.talk.shows = eye.shows
				over := make(chan struct{})
				go func() {
					defer close(over)
					d.drive(ctx, make(chan struct{}))
				}()
				time.Sleep(30 * time.Second)
				if err := in.Person.ask(t.Context(), request{who: "human", approve: true}); !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
					t.Errorf("approve: %v, want %v", err, tt.err)
				}
				<-over
				if diff := cmp.Diff(tt.told, told); diff != "" || len(keys) != tt.keys {
					t.Errorf("typed %q, told (-want +got):\n%s", keys, diff)
				}
			})
		})
	}
}
