package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// A window breaks answers anywhere, and has no room for those beyond an arrow: they are no part of the one above.
func TestAQuestionInNarrowWindows(t *testing.T) {
	const (
		answers = " ❯ 1. Yes\n   2. Yes, and always allow access to /repo/space-3524682184/003 from this\n   3. Yes, and switch to auto mode · auto mode handles these prompts for you\n   4. No\n\n Esc to cancel · Tab to amend"
		asks    = "\n touch a.txt\n Do you want to proceed?\n"
	)
	for _, test := range []struct {
		cols, rows int
		picture    string
		options    int
	}{
		{35, 14, asks + " ❯ 1. Yes\n   2. Yes, and always allow access\n      to /repo/space-3524682184/00\n      3 from this\n   3. Yes, and switch to auto mode\n      · auto mode handles these\n      prompts for you\n   4. No\n ↑ 6 more lines\n Esc to cancel · Tab to amend", 4},
		{45, 11, asks + " ❯ 1. Yes\n   2. Yes, and always allow access to\n      /repo/space-3524682184/003 from this\n ↓ 3. Yes, and switch to auto mode · auto\n      mode handles these prompts for you\n ↑ 6 more lines\n Esc to cancel · Tab to amend", 2},
	} {
		see := func(s *stage, cols, rows int, picture string) *adapters.Dialog {
			s.w.Resize(s.now, cols, rows)
			s.paint(picture)
			s.wait(7 * time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
			return s.w.State().Dialog
		}
		s := newStage(t, "claude")
		large := see(s, 120, 40, line+line+"\n Bash command\n"+asks+answers)
		if is := see(s, test.cols, test.rows, test.picture); is.Fingerprint != large.Fingerprint {
			t.Errorf("%dx%d: another question: %q", test.cols, test.rows, is.Options)
		}
		if first := see(newStage(t, "claude"), test.cols, test.rows, test.picture); len(first.Options) != test.options {
			t.Errorf("%dx%d: answers %q, want %d", test.cols, test.rows, first.Options, test.options)
		} else if of := large.Options[1].Label; adapters.Letters(first.Options[1].Label) != adapters.Letters(of) {
			t.Errorf("%dx%d: answer %q, want %q", test.cols, test.rows, first.Options[1].Label, of)
		}
	}
}
