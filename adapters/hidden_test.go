package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// A question as claude shows it in 40 by 10 and in 30 by 8, where one answer of several can be read, and in 20 by 4.
const (
	rule40    = "────────────────────────────────────────"
	rule30    = "──────────────────────────────"
	oneAnswer = rule40 + "\n touch hello.txt\n" + rule40 + "\n Do you want to proceed?\n ❯ 1. Yes\n ↓ 2. Yes, and always allow access to /\n      ws/of/some/folder\n      from this project\n ↑ 6 more lines\n Esc to cancel · Tab to amend"
	onlyYes   = " Run a command for the mock\n" + rule30 + "\n touch hello.txt\n" + rule30 + "\n Do you want to proceed?\n ❯ 1. Yes\n ↑ 5 more lines\n Esc to cancel · Tab to amend"
	onlyKeys  = " ❯ 1. Yes\n ↑ 13 more lines\n Esc to cancel ·\n Tab to amend"

	blocks = "\x1b]7501;state=blocked:app=claude-code:kind=permission\x07"
	works  = "\x1b]7501;state=working:app=claude-code\x07"
)

// A window that is too small to read a question in hides it, for as long as it is. In a larger one it is the same
// question, since then, unless somebody has typed meanwhile, or the agent has gone on.
func TestAQuestionThatASmallWindowHides(t *testing.T) {
	small := func(s *stage, cols, rows int, picture string) {
		s.w.Resize(s.now, cols, rows)
		s.wait(60 * time.Millisecond)
		s.paint(picture)
		s.wait(500 * time.Millisecond)
	}
	for _, test := range []struct {
		name  string
		looks func(*stage) // from 120 by 40
		last  string
		same  bool
	}{
		{"a glance", func(s *stage) { small(s, 40, 10, oneAnswer) }, "touch hello.txt", true},
		{"a glance at nothing but keys", func(s *stage) { small(s, 20, 4, onlyKeys) }, "touch hello.txt", true},
		{"for minutes", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.wait(5 * time.Minute)
		}, "touch hello.txt", true},
		{"in several sizes", func(s *stage) {
			for range 3 {
				small(s, 40, 10, oneAnswer)
				small(s, 30, 8, onlyYes)
				s.wait(time.Minute)
				small(s, 20, 4, onlyKeys)
			}
		}, "touch hello.txt", true},
		{"in several sizes that show it between", func(s *stage) {
			for range 3 {
				small(s, 30, 8, onlyYes)
				s.wait(3 * time.Second)
				small(s, 120, 40, widely("touch hello.txt"))
				s.wait(3 * time.Second)
			}
			small(s, 40, 10, oneAnswer)
		}, "touch hello.txt", true},
		{"from one moment to the next", func(s *stage) {
			for range 20 {
				s.w.Resize(s.now, 30, 8)
				s.paint(onlyYes)
				s.wait(180 * time.Millisecond)
				s.w.Resize(s.now, 20, 4)
				s.wait(30 * time.Millisecond)
			}
		}, "touch hello.txt", true},

		{"another one", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.wait(time.Minute)
		}, "rm hello.txt", false},
		{"after a key", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.w.Input(s.now)
			s.wait(5 * time.Second)
		}, "touch hello.txt", false},
		{"after a key in a window that had shown it again", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.wait(3 * time.Second)
			small(s, 120, 40, widely("touch hello.txt"))
			s.w.Input(s.now)
			s.paint("Nothing")
			s.wait(3 * time.Second)
			small(s, 30, 8, onlyYes)
		}, "touch hello.txt", false},
		{"asked again by an agent that has worked", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.write(works)
			s.paint("✻ Working…")
			s.wait(200 * time.Millisecond)
			s.write(blocks)
			s.paint(onlyYes)
			s.wait(5 * time.Second)
		}, "touch hello.txt", false},
		{"asked again by an agent that has rested", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.write("\x1b]7501;state=idle:app=claude-code\x07")
			s.paint(rule30 + "\n❯ \n" + rule30)
			s.wait(200 * time.Millisecond)
			s.write(blocks)
			s.paint(onlyYes)
			s.wait(5 * time.Second)
		}, "touch hello.txt", false},
		{"asked again where something else has been shown", func(s *stage) {
			small(s, 30, 8, onlyYes)
			s.wait(5 * time.Second)
			s.paint("Here is another word.")
			s.wait(5 * time.Second)
			s.paint(onlyYes)
			s.wait(5 * time.Second)
		}, "touch hello.txt", false},
		{"asked again where it had gone by itself", func(s *stage) {
			small(s, 60, 30, widely("touch hello.txt"))
			s.wait(5 * time.Second)
			s.paint("Here is another word.")
			s.wait(5 * time.Second)
			small(s, 30, 8, onlyYes)
		}, "touch hello.txt", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.write(blocks)
			s.paint(widely("touch hello.txt"))
			s.wait(10 * time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByStatus)
			first, asked := s.w.State().Dialog, s.w.View().Asked
			test.looks(s)
			s.w.Resize(s.now, 60, 15)
			s.wait(140 * time.Millisecond)
			s.paint(headless(test.last))
			s.wait(7 * time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByStatus)
			last, since := s.w.State().Dialog, s.w.View().Asked
			if same := last.Fingerprint == first.Fingerprint && since.Equal(asked); same != test.same {
				t.Errorf("the same question: %v, want %v: %q, asked since %v", same, test.same, last.Text, since.Sub(epoch))
			}
		})
	}
}
