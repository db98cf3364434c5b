package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// An agent whose prompt was an argument rests by its own word before it takes that up, and a busy
// machine may hold it for long between its first sign of work and its next word.
func TestNoRestIsOlderThanWork(t *testing.T) {
	for _, said := range []struct {
		by         adapters.Source
		work, rest string
	}{
		{adapters.ByStatus, "\x1b]7501;state=working\x1b\\", "\x1b]7501;state=idle\x1b\\"},
		{adapters.ByTitle, "\x1b]0;◐ Claude Code\a", "\x1b]0;✳ Claude Code\a"},
	} {
		s := newStage(t, "claude")
		s.paint("Welcome\n" + composer)
		s.write(said.rest)
		s.wait(1500 * time.Millisecond)
		s.want(adapters.Idle, "", said.by)
		s.paint("> Do it\n\n✻ Honking…\n" + composer)
		s.wait(100 * time.Millisecond)
		s.want(adapters.Working, "", adapters.ByScreen)
		s.wait(time.Minute)
		s.want(adapters.Working, "", adapters.ByScreen)

		s.write(said.work)
		s.wait(time.Second)
		s.want(adapters.Working, "", said.by)
		s.write(said.rest) // its mark stands a little longer
		s.wait(1500 * time.Millisecond)
		s.want(adapters.Idle, "", said.by)
	}
}

// A mark that goes without a word leaves what the screen shows.
func TestRestAfterAMarkThatNobodyTellsOf(t *testing.T) {
	for _, apart := range []time.Duration{0, 300 * time.Millisecond} {
		s := newStage(t, "claude")
		s.write("\x1b]7501;state=idle\x1b\\\x1b]0;✳ Claude Code\a")
		s.wait(apart)
		s.paint("✻ Running the start hook…\n" + composer)
		s.wait(3 * time.Second)
		s.want(adapters.Working, "", adapters.ByScreen)
		s.paint("Welcome\n" + composer)
		s.wait(1500 * time.Millisecond)
		if got := s.w.State(); got.Condition != adapters.Idle {
			t.Errorf("%s by %s where the record and the mark were %v apart", got.Condition, got.By, apart)
		}
	}
}
