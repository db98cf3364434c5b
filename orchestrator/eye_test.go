package orchestrator

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/adapters"
	"rooda/pty"
)

// An interface that ends at once takes its screen, and the promise on it, away
// before the driver has looked.
func TestLastWordsOfAScreenThatIsGone(t *testing.T) {
	for name, text := range map[string]string{
		"in one piece": "\x1b[?1049h\x1b[H> prompt\r\n\r\n<promise>SUCCESS</promise>\r\n\x1b[?2004l\x1b[?1049l\x1b[0mbye\r\n",
		"painted anew": "\x1b[?1049h\x1b[H> prompt\x1b[?1049l\x1b[?1049h\x1b[H> prompt\r\n\r\n<promise>SUCCESS</promise>\x1b[?1049lbye\r\n",
	} {
		e, err := newEye(tuiSigns(), io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		d := &driver{eye: e, talk: &conversation{}}
		e.typed = []string{"prompt"}
		d.hear(true)
		if !d.signals.Success || d.signals.Failure {
			t.Errorf("%s: heard %+v, want SUCCESS; left on the screen:\n%s", name, d.signals, e.leaving())
		}
	}
}

// Who approves a question is who answered it, but sits at no keys: what comes next is
// answered without delay.
func TestHandsOfWhoDecides(t *testing.T) {
	begun := time.Now()
	for _, decided := range []bool{true, false} {
		e, err := newEye(tuiSigns(), io.Discard, begun)
		if err != nil {
			t.Fatal(err)
		}
		e.typing(begun.Add(time.Second), "human", decided)
		s, _ := e.look(begun.Add(2 * time.Second))
		if s.who != "human" || !s.touched.After(begun) || s.occupied(begun.Add(2*time.Second)) == decided {
			t.Errorf("decided %v: %+v", decided, s.hands)
		}
	}
}

// TestEyeApproved: who approves by command answers a question and edits none, so
// one that follows it at once, and looks much like it, is another.
func TestEyeApproved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, err := newEye(adapters.Signs{}, io.Discard, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		asks := func(command string) string {
			fmt.Fprintf(e, "\x1b[H\x1b[2J%s\r\n Bash command\r\n %s\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel", strings.Repeat("─", 30), command)
			time.Sleep(time.Second)
			s, _ := e.look(time.Now())
			if s.State.Dialog == nil {
				t.Fatalf("no question about %s: %+v", command, s.State)
			}
			return s.State.Dialog.Fingerprint
		}
		first := asks("make")
		e.typing(time.Now(), "human", true)
		if e.hands.who != "human" {
			t.Errorf("it was %q", e.hands.who)
		}
		if asks("make x") == first {
			t.Error("the question that follows is taken for the one that was approved")
		}
	})
}

// TestFitOfFailingTerminal: one that cannot show its screen is not asked for ever.
func TestFitOfFailingTerminal(t *testing.T) {
	looks := 0
	d := typist(t, nil)
	d.term = failing{err: errors.New("no picture"), looks: &looks}
	d.eye.sized = true
	d.eye.take(time.Now(), pty.Size{Cols: 70, Rows: 20})
	for range 3 * comparisons {
		d.fitted = time.Time{}
		d.fit(t.Context())
	}
	if looks != comparisons || d.eye.isTorn() {
		t.Errorf("asked %d times, want %d", looks, comparisons)
	}
}
