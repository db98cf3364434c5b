package orchestrator

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
)

// broken is a terminal that vanishes with the first time that certain keys are typed, and is
// back a few looks later.
type broken struct {
	pty.Terminal
	at    string
	tries atomic.Int64
	away  atomic.Int64 // looks until it is back
	err   error
}

func (b *broken) Current(ctx context.Context) bool { return b.Answers(ctx) }

func (b *broken) Answers(context.Context) bool { return b.away.Add(-1) < 0 }

func (b *broken) Input(ctx context.Context, p []byte) error {
	if strings.Contains(string(p), b.at) && b.tries.Add(1) == 1 {
		b.away.Store(5)
		return b.err
	}
	return b.Terminal.Input(ctx, p)
}

func (b *broken) open(spec pty.Spec) (term pty.Terminal, err error) {
	b.Terminal, err = pty.Open(spec)
	return b, err
}

// TestDriverUntyped: what could not be typed is neither told of nor forgotten, and typed once
// when the terminal is back.
func TestDriverUntyped(t *testing.T) {
	t.Parallel()
	asked := "needed permission: " + asksToTest
	approve := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", approve: true}) }
	for _, tt := range []struct {
		name, at string
		stage    stage
		told     []string
		noted    string
	}{
		{"a person's yes", "1", stage{prompt: "Go. [shell]", when: map[string]func(*Person){"interaction_needed": approve}},
			[]string{asked, "typed by human", "resolved by human"}, "answer Do you want to proceed?: Yes"},
		{"policy's answer", "1", stage{prompt: "Go. [shell]", in: Interactive{AutoApprove: true}},
			[]string{"answered by once"}, "answer Do you want to proceed?: Yes"},
		{"a paste", "more", stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}},
			[]string{"sending 1", "sent 1"}, "submit more"},
		{"an Enter", "\r", stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}},
			[]string{"sending 1", "sent 1"}, "submit more"},
		{"the middle of a paste", "middle", stage{prompt: "hi", in: Interactive{Inputs: []string{strings.Repeat("begin ", 700) + "middle" + strings.Repeat(" end", 1500)}}},
			[]string{"sending 1", "sent 1"}, "middle end"},
	} {
		for _, err := range []error{context.DeadlineExceeded, shim.ErrUnreachable} {
			t.Run(tt.name+", "+err.Error(), func(t *testing.T) {
				t.Parallel()
				b := &broken{at: tt.at, err: err}
				st := tt.stage
				st.open = b.open
				noted, told, res := st.play(t, "untyped "+tt.name+err.Error()[:7])
				if res.Err != nil || res.EndedBy != endedByIdle {
					t.Errorf("ended by %q (%v)", res.EndedBy, res.Err)
				}
				if got, want := strings.Join(told, ", "), strings.Join(tt.told, ", "); got != want {
					t.Errorf("told %q, want %q", got, want)
				}
				if n := strings.Count(strings.Join(noted, "\n"), tt.noted); n != 1 {
					t.Errorf("%q was noted %d times, want once: %q", tt.noted, n, noted)
				}
			})
		}
	}
}

// What a program does not read for a while is told of, and done with, when it does; some of a
// paste may be on its way.
func TestDriverUnread(t *testing.T) {
	t.Parallel()
	for _, tell := range []Talk{InputTyped{}, nil} {
		eye, err := newEye(adapters.Signs{}, io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		undone := false
		m := move{keys: "1", tell: tell, undo: func() { undone = true }}
		d := &driver{eye: eye, term: unread{}}
		d.carry(&m)
		if again := tell != nil; m.tell != nil || undone != again || (m.keys == "") != again || !d.silent.IsZero() {
			t.Errorf("telling of %v: %+v, taken back: %t, silent since %s", tell, m, undone, d.silent)
		}
	}
}

// unread is a terminal in this process whose program reads nothing.
type unread struct{ pty.Terminal }

func (unread) Input(context.Context, []byte) error { return context.DeadlineExceeded }
