package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// widely is a permission as claude shows it in 120 columns, below a conversation.
func widely(command string) string {
	return strings.Repeat("  What it was told, of which there is more than a small window takes, and more than fits in 60 columns.\n", 18) +
		"\n● I will use a tool now.\n\n" + line + line + "\n Bash command\n\n Run a command for the mock\n\n   " + command + "\n" + asksBelow
}

// headless is the same in 60 by 15, where its head is hidden.
func headless(lines ...string) string {
	return " Run a command for the mock\n" + strings.Repeat("╌", 60) + "\n │ " + strings.Join(lines, "\n │ ") + "\n" + strings.Repeat("╌", 60) +
		strings.Replace(asksBelow, "\n\n Esc", "\n ↑ 4 more lines\n Esc", 1)
}

const (
	asksBelow = "\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and always allow access to /ws\n   3. No\n\n Esc to cancel · Tab to amend"
	longTouch = "touch hello.txt some-other-file-with-a-long-name.txt and-one-more-file-with-a-long-name.txt yet-another-file.txt"
)

var (
	shortTouch = headless("touch hello.txt some-other-file-with-a-long-name.txt", "and-one-more-file-with-a-long-name.txt", "yet-another-file.txt")
	shortMore  = headless("touch hello.txt some-other-file-with-a-long-name.txt", "and-one-more-file-with-a-long-name.txt", "one-more-file.txt")
)

// A window of another size shows a question cut, until the agent has painted it anew, in steps or not. It is the same
// one, since then, however long that takes; and another one is another.
func TestAQuestionInAWindowOfAnotherSize(t *testing.T) {
	const step = 60 * time.Millisecond
	for _, test := range []struct {
		name  string
		looks func(*stage) // from 120 by 40
		told  int
	}{
		{"painted at once", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.wait(step)
			s.paint(shortTouch)
			s.wait(7 * time.Second)
			s.w.Resize(s.now, 120, 40)
			s.wait(step)
			s.paint(widely(longTouch))
		}, 1},
		{"painted late", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.wait(900 * time.Millisecond)
			s.paint(shortTouch)
			s.wait(7 * time.Second)
			s.w.Resize(s.now, 120, 40)
			s.wait(900 * time.Millisecond)
			s.paint(widely(longTouch))
		}, 1},
		{"its modes first", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.write("\x1b[?1000h\x1b[16t")
			s.wait(400 * time.Millisecond)
			s.paint(shortTouch)
		}, 1},
		{"in many sizes", func(s *stage) {
			for cols := 118; cols >= 60; cols -= 2 {
				s.w.Resize(s.now, cols, cols/4)
				s.wait(step)
			}
			s.paint(shortTouch)
		}, 1},
		{"never painted anew", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.wait(time.Minute)
			s.w.Resize(s.now, 120, 40)
		}, 1},
		{"hidden, and shown again", func(s *stage) {
			s.w.Resize(s.now, 20, 3)
			s.wait(time.Minute)
			s.w.Resize(s.now, 120, 40)
			s.wait(step)
			s.paint(widely(longTouch))
		}, 1},
		{"in steps", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.write("\x1b[H* The head of it comes first.")
			s.wait(step)
			s.paint(shortTouch)
		}, 3},
		{"another one", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.wait(step)
			s.paint(shortMore)
		}, 2},
		{"another one that had not been read", func(s *stage) {
			s.paint(widely("rm hello.txt"))
			s.w.Resize(s.now, 60, 15)
		}, 2},
		{"the same once more, after an answer", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.wait(step)
			s.w.Input(s.now)
			s.paint(shortTouch)
		}, 2},
		{"another one, after an answer, in a window that changes once more", func(s *stage) {
			s.w.Resize(s.now, 60, 15)
			s.w.Input(s.now)
			s.paint(shortMore)
			s.wait(step)
			s.w.Resize(s.now, 120, 40)
			s.write("\x1b[H* The head of it comes first.")
			s.wait(step)
			s.paint(widely(strings.Replace(longTouch, "yet-another", "one-more", 1)))
		}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.paint(widely(longTouch))
			s.wait(10 * time.Second)
			first, asked := s.w.State().Dialog, s.w.View().Asked
			test.looks(s)
			s.wait(7 * time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
			if n := s.count(adapters.Blocked); n != test.told {
				t.Errorf("told %d times, want %d", n, test.told)
			}
			last := s.w.State().Dialog
			same := last.Fingerprint == first.Fingerprint
			if want := test.told != 2; same != want {
				t.Errorf("the same question: %v, want %v: %q", same, want, last.Text)
			}
			if since := s.w.View().Asked; same && !since.Equal(asked) {
				t.Errorf("asked since %v, want %v", since.Sub(epoch), asked.Sub(epoch))
			}
		})
	}
}

// So does codex, which hides the middle, and the last answers.
func TestAQuestionWhoseMiddleIsHidden(t *testing.T) {
	const (
		asks    = "  Would you like to run the following command?\n\n"
		answers = "\n\n› 1. Yes, proceed (y)\n  2. Yes, and don't ask again for this command (p)\n"
		cut     = "\n\n› 1. Yes, proceed (y)\n  2. Yes, and don't ask again for\n"
		other   = "\n\n› 1. Yes, proceed (y)\n  2. Yes, and ask again for\n"
		no      = "  3. No, and tell Codex what to do differently (esc)\n"
		keys    = "\n  Press enter to confirm or esc to cancel"
		whole   = asks + "  Environment: local\n\n  Reason: It needs to leave the sandbox.\n\n  $ touch made-ask" + answers + no + keys
	)
	for small, same := range map[string]bool{
		asks + "  Environment: local\n  [… 4 lines] ^a view all" + answers + no + keys:                           true,
		asks + "  Environment: local\n  [… 4 lines] ^a view all" + answers + keys:                                true,
		asks + "  Environment: local\n  [… 4 lines] ^a view all" + cut + keys:                                    true,
		asks + "  Environment: local\n  [… 4 lines] ^a view all" + other + keys:                                  false,
		asks + "  [… 4 lines] ^a view all\n  $ touch made-ask" + answers + keys:                                  true,
		asks + "  Environment: remote\n  [… 4 lines] ^a view all" + answers + keys:                               false,
		asks + "  [… 4 lines] ^a view all\n  $ touch made-more" + answers + keys:                                 false,
		asks + "  Environment: local\n  … and what it is, on four lines that are there" + answers + keys:         false,
		asks + "  [… 4 lines] ^a view all\n  $ touch made-ask" + strings.Replace(answers, "this", "a", 1) + keys: false,
	} {
		s := newStage(t, "codex")
		see := func(cols, rows int, picture string) *adapters.Dialog {
			s.w.Resize(s.now, cols, rows)
			s.wait(60 * time.Millisecond)
			s.paint(picture)
			s.wait(7 * time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
			return s.w.State().Dialog
		}
		large := see(120, 40, whole)
		if got := see(60, 14, small).Fingerprint == large.Fingerprint; got != same {
			t.Errorf("%q: the same question: %v", small, got)
		}
		s.w.Input(s.now)
		first, then := see(60, 12, small), see(120, 40, whole)
		if got := then.Fingerprint == first.Fingerprint; got != same {
			t.Errorf("%q, made larger: the same question: %v", small, got)
		}
		if len(then.Options) != 3 {
			t.Errorf("%q, made larger: %d answers, want all 3", small, len(then.Options))
		}
	}
}
