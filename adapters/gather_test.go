package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// What an agent at work is said to do is the last that stands above its composer, and not the
// line about the agent below.
func TestWhatIsSaidOfWork(t *testing.T) {
	for _, test := range []struct{ screen, want string }{
		{"> go\n\n● I look at a.go\n\n" + composer, "● I look at a.go"},
		{"> go\n\n● I look at a.go\n\n" + line + "\n", "● I look at a.go"},
		{"> go\n\n● I look at a.go\n\n──\n\n" + composer, "● I look at a.go"},
		{composer, "? for shortcuts"},
		{"> go\n\n[sudo] password for joe: hunter2\n\n" + composer, "[sudo] password for joe:"},
		{"> go\n\nall of it\n  is here", "is here"},
	} {
		for _, agent := range []string{"generic", "claude"} {
			s := turn(t, agent)
			s.paint(test.screen)
			s.wait(50 * time.Millisecond)
			s.want(adapters.Working, "", adapters.ByScreen)
			if got := s.w.State().Excerpt; got != test.want {
				t.Errorf("%s, %q: said %q, want %q", agent, test.screen, got, test.want)
			}
		}
	}
}
