package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
)

// shell is a terminal that refuses the first tries with certain keys, shows what it takes in its
// composer, and ends with Enter.
type shell struct {
	pty.Terminal
	eye   *eye
	at    string
	err   error
	left  int // refusals
	typed []string
	ended chan struct{}
}

const shellComposer = "\x1b[?2004h\x1b[H\x1b[2J● Done.\r\n\r\n" + "────────────────────────────────────────\r\n❯ %s\r\n────────────────────────────────────────\x1b[A\r\x1b[%dC"

func (s *shell) show(text string) {
	_, _ = fmt.Fprintf(s.eye, shellComposer, text, 2+len(text))
}

func (s *shell) Input(_ context.Context, p []byte) error {
	if strings.Contains(string(p), s.at) && s.left > 0 {
		s.left--
		time.Sleep(time.Second)
		return s.err
	}
	s.typed = append(s.typed, string(p))
	if text, ok := strings.CutPrefix(string(p), "\x1b[200~"); ok {
		s.show(strings.TrimSuffix(text, "\x1b[201~"))
	} else {
		close(s.ended)
	}
	return nil
}

func (s *shell) Answers(context.Context) bool { return true }

// TestLeaveBehindOthers: an agent is told to go once others let rooda type, with all of the text and one
// Enter; what may have come in part is not typed again.
func TestLeaveBehindOthers(t *testing.T) {
	for _, tt := range []struct {
		at   string
		err  error
		left bool
		want []string
	}{
		{"/quit", shim.ErrTurn, true, []string{"\x1b[200~/quit\x1b[201~", "\r"}},
		{"/quit", shim.ErrUnread, true, []string{"\x1b[200~/quit\x1b[201~", "\r"}},
		{"\r", shim.ErrTurn, true, []string{"\x1b[200~/quit\x1b[201~", "\r"}},
		{"\r", shim.ErrUnread, true, []string{"\x1b[200~/quit\x1b[201~", "\r"}},
		{"/quit", shim.ErrBegun, false, nil},
		{"/quit", context.DeadlineExceeded, false, nil},
		{"/quit", shim.ErrUnreachable, false, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			signs := adapters.Signs{ExitInput: "/quit", Submit: adapters.Submit{Enters: 1}}
			eye, err := newEye(signs, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			s := &shell{eye: eye, at: tt.at, err: tt.err, left: 2, ended: make(chan struct{})}
			s.show("")
			time.Sleep(time.Minute)
			d := &driver{eye: eye, term: s, in: &Interactive{Person: NewPerson()}, talk: &conversation{}}
			d.it.Launch.Signs = signs
			if left := d.leave(t.Context(), s.ended); left != tt.left || !slices.Equal(s.typed, tt.want) {
				t.Errorf("%v at %q: left %t, typed %q", tt.err, tt.at, left, s.typed)
			}
			if tt.left && s.left > 0 || errors.Is(tt.err, shim.ErrBegun) && s.left != 1 {
				t.Errorf("%v at %q: refused %d times too few", tt.err, tt.at, s.left)
			}
		})
	}
}

// hogged is a terminal at which others have the turn for good: a try is refused after a while.
type hogged struct {
	pty.Terminal
	refuses time.Duration
	tries   int
}

func (h *hogged) Lead(ctx context.Context, _ []byte) error {
	h.tries++
	refused := time.NewTimer(h.refuses)
	defer refused.Stop()
	select {
	case <-refused.C:
		return shim.ErrTurn
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hogged) Input(ctx context.Context, p []byte) error          { return h.Lead(ctx, p) }
func (h *hogged) Extend(ctx context.Context, p []byte) error         { return h.Lead(ctx, p) }
func (h *hogged) Pursue(ctx context.Context, p []byte, _ bool) error { return h.Lead(ctx, p) }
func (h *hogged) Answers(context.Context) bool                       { return true }

// TestLeaveBehindOthersInVain: who does not get the turn within the grace ends the agent then, whether the
// terminal's refusal or the end of the grace, which are as late, comes first.
func TestLeaveBehindOthersInVain(t *testing.T) {
	for _, refuses := range []time.Duration{exitGrace - 1, exitGrace, exitGrace + 1} {
		synctest.Test(t, func(t *testing.T) {
			signs := adapters.Signs{ExitInput: "/quit", Submit: adapters.Submit{Enters: 1}}
			eye, err := newEye(signs, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = fmt.Fprintf(eye, shellComposer, "", 2)
			time.Sleep(time.Minute)
			h := &hogged{refuses: refuses}
			d := &driver{eye: eye, term: h, in: &Interactive{Person: NewPerson()}, talk: &conversation{}}
			d.it.Launch.Signs = signs
			begun := time.Now()
			if d.leave(t.Context(), nil) || time.Since(begun) != exitGrace || h.tries == 0 || h.tries > 2 || !d.silent.IsZero() {
				t.Errorf("refused after %s: %s and %d tries, silent since %s", refuses, time.Since(begun), h.tries, d.silent)
			}
		})
	}
}
