package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// TestClipped: a list whose question is above a low window stays the question that it was, and is hidden as soon as
// anything is printed, for that may be the next one. Once there is room again it is what stands there.
func TestClipped(t *testing.T) {
	const test, remove = "Do you want to run make test?", "Do you want to delete /home?"
	const list = "\r\n\r\n❯ 1. Yes\r\n  2. Yes, and do not ask again\r\n  3. No\r\n\r\nEnter to select · Esc to cancel\r\n"
	s := newStage(t, "generic")
	paint := func(question string) { s.write("\x1b[H\x1b[2J" + question + list) }
	resize := func(cols, rows int) { s.w.Resize(s.now, cols, rows) }
	want := func(when, question string, hidden bool) {
		t.Helper()
		v := s.w.View()
		if q := v.State.Dialog; q == nil || q.Text != question || v.Hidden != hidden {
			t.Errorf("%s: %+v (hidden: %v), want %q (hidden: %v)", when, q, v.Hidden, question, hidden)
		}
	}
	paint(test)
	s.wait(10 * time.Second)
	want("at first", test, false)
	resize(90, 6)
	s.wait(10 * time.Second)
	want("in a low window", test, false)
	resize(120, 40)
	s.wait(10 * time.Second)
	want("back from there", test, false)
	resize(90, 6)
	s.wait(20 * time.Millisecond)
	paint(test)
	s.wait(10 * time.Second)
	want("painted for a low window", test, true)
	paint(remove)
	s.wait(10 * time.Second)
	want("with another behind it", test, true)
	resize(90, 7)
	s.wait(20 * time.Millisecond)
	paint(remove)
	s.wait(10 * time.Second)
	want("in one that is hardly higher", test, true)
	paint(remove) // for a higher one, the word of which comes late
	s.wait(20 * time.Millisecond)
	resize(120, 40)
	s.w.Restore(s.now, []byte("\x1b[H\x1b[2J"+remove+list))
	s.wait(10 * time.Second)
	want("with room", remove, false)
}

// TestClippedAsItCame: what was printed just before the word of a smaller window came may have been painted for that.
func TestClippedAsItCame(t *testing.T) {
	s := newStage(t, "generic")
	s.write("\x1b[H\x1b[2JDo you want to run make test?\r\n\r\n❯ 1. Yes\r\n  2. No\r\n\r\nEnter to select\r\n")
	s.wait(500 * time.Millisecond)
	s.w.Resize(s.now, 90, 5)
	s.wait(10 * time.Second)
	if v := s.w.View(); v.State.Dialog == nil || !v.Hidden || v.State.Condition != adapters.Blocked {
		t.Errorf("%+v, hidden: %v", v.State, v.Hidden)
	}
}

// TestElidedAtFirst: a question that was first seen in a low window, with a line for what that had no room for, is
// all there once it is painted as a whole, and known so from then on.
func TestElidedAtFirst(t *testing.T) {
	const (
		asks    = "  Would you like to run the following command?\n\n  Environment: local\n"
		some    = "  [… 4 lines] ^a view all\n"
		more    = "\n  Reason: It needs to leave the sandbox.\n\n  [… 1 lines] ^a view all\n"
		all     = "\n  Reason: It needs to leave the sandbox.\n\n  $ touch made-ask\n"
		answers = "\n› 1. Yes, proceed (y)\n  2. Yes, and don't ask again for this command (p)\n  3. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel"
	)
	s := newStage(t, "codex")
	asked := ""
	for _, step := range []struct {
		cols, rows    int
		middle, knows string
		hidden        bool
	}{
		{80, 11, some, "4 lines", false},
		{80, 14, more, "1 lines", false},
		{80, 11, some, "1 lines", true},
		{80, 14, more, "1 lines", false},
		{120, 40, all, "touch made-ask", false},
		{200, 50, all, "touch made-ask", false},
		{120, 40, all, "touch made-ask", false},
		{80, 11, some, "touch made-ask", true},
		{120, 40, all, "touch made-ask", false},
	} {
		s.w.Resize(s.now, step.cols, step.rows)
		s.wait(60 * time.Millisecond)
		above := ""
		if step.cols > 100 {
			above = "• Running touch made-ask\n    + Show details\n\n\n"
		}
		s.paint(above + asks + step.middle + answers)
		s.wait(7 * time.Second)
		v := s.w.View()
		q := v.State.Dialog
		if q == nil {
			t.Fatalf("%dx%d: nothing asked: %+v", step.cols, step.rows, v.State)
		}
		if asked == "" {
			asked = q.Fingerprint
		}
		if strings.Contains(q.Text, "Show details") {
			t.Errorf("%dx%d: what stands above it has become part of it: %q", step.cols, step.rows, q.Text)
		}
		if q.Fingerprint != asked || !strings.Contains(q.Text, step.knows) || v.Hidden != step.hidden {
			t.Errorf("%dx%d: %q (hidden: %v), want it to have %q (hidden: %v); the same question: %v", step.cols, step.rows, q.Text, v.Hidden, step.knows, step.hidden, q.Fingerprint == asked)
		}
	}
}

// TestALineCountInAQuestion: words of a question that a narrow window breaks before a number of lines are no word of
// what was left out.
func TestALineCountInAQuestion(t *testing.T) {
	s := newStage(t, "claude")
	const rest = "\n\n❯ 1. Yes\n  2. No\n\nEnter to select · Esc to cancel"
	s.paint("Do you want to show the log, or rather the last 20 lines of it?" + rest)
	s.wait(7 * time.Second)
	s.w.Resize(s.now, 53, 24)
	s.wait(60 * time.Millisecond)
	s.paint("Do you want to show the log, or rather the last\n20 lines of it?" + rest)
	s.wait(7 * time.Second)
	if v := s.w.View(); v.State.Dialog == nil || v.Hidden {
		t.Errorf("%+v (hidden: %v)", v.State, v.Hidden)
	}
}

// TestACounterInAnElidedQuestion: what goes on in a question is not what a window has no room for.
func TestACounterInAnElidedQuestion(t *testing.T) {
	s := newStage(t, "claude")
	for _, done := range []string{"41%", "42%"} {
		s.paint(line + "\n Bash command\n   make\n   … +12 lines (ctrl+o to expand)\n   downloaded " + done + "\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend")
		s.wait(5 * time.Second)
		if v := s.w.View(); v.State.Dialog == nil || v.Hidden {
			t.Errorf("%s: %+v (hidden: %v)", done, v.State, v.Hidden)
		}
	}
}
