package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// What an agent prints may end like the line by which it shows that it works, and be painted with
// its word of rest or after it.
func TestRestAfterAnAnswerThatQuotesAMark(t *testing.T) {
	const quoting = "> Do it\n\n● It said:\n✻ Honking…\n\n" + composer
	for name, told := range map[string]struct{ work, rest string }{
		"status":   {"\x1b]7501;state=working\x1b\\", "\x1b]7501;state=idle\x1b\\"},
		"done":     {"\x1b]7501;state=working\x1b\\", "\x1b]7501;state=done\x1b\\"},
		"title":    {"\x1b]0;◐ Claude Code\a", "\x1b]0;✳ Claude Code\a"},
		"progress": {"\x1b]9;4;3\a", "\x1b]9;4;0\a"},
		"hook":     {"\x1b]7501;state=working\x1b\\", "\x1b]7501;state=idle\x1b\\"},
	} {
		for _, ahead := range []bool{false, true} { // of its word of work, or typed after that
			for when, paint := range map[string]func(*stage){
				"with it":  func(s *stage) { s.paint(quoting) },
				"after it": func(s *stage) { s.wait(50 * time.Millisecond); s.paint(quoting) },
				"again": func(s *stage) {
					s.paint(quoting)
					s.wait(5 * time.Second)
					s.paint("Welcome\n" + composer)
					s.wait(5 * time.Second)
					s.paint(quoting)
				},
			} {
				s := newStage(t, "claude")
				s.paint("Welcome\n" + composer)
				s.wait(2 * time.Second)
				if ahead {
					s.w.Input(s.now)
				}
				s.write(told.work)
				s.wait(time.Second)
				if !ahead {
					s.w.Input(s.now)
				}
				s.wait(time.Second)
				if name == "hook" {
					s.hook(adapters.Done, "")
					s.wait(50 * time.Millisecond)
				}
				s.write(told.rest)
				paint(s)
				s.wait(1500 * time.Millisecond)
				if got := s.w.State(); got.Condition != adapters.Idle && got.Condition != adapters.Done {
					t.Errorf("%s, painted %s, typed ahead %v: %s by %s", name, when, ahead, got.Condition, got.By)
				}
			}
		}
	}
}
