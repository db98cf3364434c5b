package orchestrator

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// veiled is a terminal that does not answer for a while: what is seen of its agent need
// not be how that is.
type veiled struct {
	pty.Terminal
	looks atomic.Int64
	lifts int64 // with this look; 0 for never
	typed atomic.Int64
}

func (v *veiled) Current(context.Context) bool {
	looks := v.looks.Add(1)
	return v.lifts > 0 && looks >= v.lifts
}

func (v *veiled) Answers(context.Context) bool {
	return v.lifts > 0 && v.looks.Load() >= v.lifts
}

func (v *veiled) Input(ctx context.Context, p []byte) error {
	if v.lifts == 0 || v.looks.Load() < v.lifts {
		v.typed.Add(1)
	}
	return v.Terminal.Input(ctx, p)
}

func (v *veiled) open(spec pty.Spec) (term pty.Terminal, err error) {
	v.Terminal, err = pty.Open(spec)
	return v, err
}

// TestDriverVeiled: an agent whose terminal does not answer is neither typed to nor taken
// for idle; its time runs, and of a person it takes nothing.
func TestDriverVeiled(t *testing.T) {
	t.Parallel()
	t.Run("for a while", func(t *testing.T) {
		t.Parallel()
		v := &veiled{lifts: 25}
		noted, told, res := stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}, open: v.open}.play(t, "veiled")
		if res.Err != nil || res.EndedBy != endedByIdle || v.typed.Load() != 0 {
			t.Errorf("ended by %q (%v), typed to %d times behind the veil", res.EndedBy, res.Err, v.typed.Load())
		}
		if got := strings.Join(told, ", "); got != "sending 1, sent 1" {
			t.Errorf("told %q; the interface noted %q", got, noted)
		}
	})
	t.Run("until its time is over", func(t *testing.T) {
		t.Parallel()
		v := &veiled{}
		_, told, res := stage{prompt: "hi", limit: 4 * time.Second, open: v.open}.play(t, "veiled for ever")
		if res.Err != nil || !res.TimedOut || v.typed.Load() != 0 || told != nil {
			t.Errorf("%+v, told %q, typed to %d times", res, told, v.typed.Load())
		}
	})
	t.Run("whatever a person wants", func(t *testing.T) {
		t.Parallel()
		v := &veiled{}
		st := stage{prompt: "hi", limit: 4 * time.Second, session: "name", open: v.open, when: map[string]func(*Person){"conversation_named": func(p *Person) {
			for _, r := range []request{{complete: true}, {approve: true}, {keys: []byte("x")}, {text: "more"}} {
				if err := p.ask(t.Context(), r); !errors.Is(err, shim.ErrUnreachable) {
					t.Errorf("%+v: %v", r, err)
				}
			}
		}}}
		_, told, res := st.play(t, "veiled and asked for much")
		if res.Err != nil || !res.TimedOut || v.typed.Load() != 0 || len(told) != 1 {
			t.Errorf("%+v, told %q, typed to %d times", res, told, v.typed.Load())
		}
	})
}

// TestSilenceBegins: a terminal has been silent since its last sign of life, not since
// somebody asked for one.
func TestSilenceBegins(t *testing.T) {
	now := time.Now()
	for name, d := range map[string]*driver{
		"vouched for": {eye: &eye{last: now.Add(-time.Minute)}, vouched: now.Add(-40 * time.Second)},
		"heard":       {eye: &eye{last: now.Add(-40 * time.Second)}, vouched: now.Add(-time.Minute)},
	} {
		d.term, d.talk = &veiled{lifts: 2}, &conversation{}
		d.talk.asked.told = now.Add(-50 * time.Second)
		if d.clear(t.Context()); !d.silent.Equal(now.Add(-40 * time.Second)) {
			t.Errorf("%s: silent for %s, want 40 s", name, now.Sub(d.silent))
		}
		d.doubted = time.Time{}
		if late := now.Add(-10 * time.Second); !d.clear(t.Context()) || d.talk.asked.told.Before(late) {
			t.Errorf("%s: a question of 50 s ago counts from %s", name, d.talk.asked.told.Sub(now))
		}
	}
	if d := (&driver{eye: &eye{}}); !d.lived(now).Equal(now) {
		t.Error("a terminal that never gave a sign of life was silent before it was asked")
	}
}
