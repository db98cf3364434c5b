package adapters_test

import (
	"fmt"
	"testing"
	"time"

	"rooda/adapters"
)

// counters are lines below a composer that go on whatever the agent does.
var counters = []string{"  session %ds", "  session 1m %02ds", "  updated %ds ago", "  cpu %d%% mem 120MB", "  session 00:01:%02d"}

// tick paints a screen with a counter below its composer once a second.
func (s *stage) tick(above, counter string, from, seconds int) {
	for i := range seconds {
		s.paint(above + line + "\n❯ \n" + line + "\n" + fmt.Sprintf(counter, from+i))
		s.wait(time.Second)
	}
}

// A counter below the composer that has moved while nothing was asked is no work, in that turn
// and in the next.
func TestACounterThatMovesAtRest(t *testing.T) {
	for _, counter := range counters {
		for _, sign := range []string{"…\n\n", "⠋ Working… (3s · esc to interrupt)\n\n", "Thinking…\n\n"} {
			s := newStage(t, "generic")
			s.w.Unasked()
			s.tick("hello\n\n", counter, 0, 8)
			s.want(adapters.Idle, "", adapters.ByScreen)
			for turn := range 2 {
				s.w.Input(s.now)
				s.tick("> go\n\n"+sign, counter, 8, 2)
				s.want(adapters.Working, "", adapters.ByScreen)
				s.tick(fmt.Sprintf("> go\n\n● Done, %c.\n\n", 'a'+turn), counter, 12, 8)
				if got := s.w.State().Condition; got != adapters.Idle {
					t.Errorf("%s behind %q: %s, want idle", counter, sign, got)
				}
			}
			if n := s.count(adapters.Idle); n != 3 {
				t.Errorf("%s behind %q: idle %d times", counter, sign, n)
			}
		}
	}
}

// So is one that stood there at rest and goes on after a sign of work has gone.
func TestACounterThatOutlivesASign(t *testing.T) {
	for _, counter := range counters {
		for _, sign := range []string{"⠋ Working… (3s · esc to interrupt)\n\n", "Thinking…\n\n", "⠋ Thinking\n\n"} {
			s := newStage(t, "generic")
			s.tick("hello\n\n", counter, 0, 1)
			s.wait(5 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
			s.w.Input(s.now)
			s.tick("> go\n\n"+sign, counter, 8, 8)
			s.want(adapters.Working, "", adapters.ByScreen)
			s.tick("> go\n\n● Done.\n\n", counter, 16, 8)
			if got := s.w.State().Condition; got != adapters.Idle {
				t.Errorf("%s behind %q: %s, want idle", counter, sign, got)
			}
		}
	}
}

// Any other may be the agent's work: one that came in this turn, whatever went, one that stood there and
// moves in a turn without any other sign, and one of which nobody knows whether something was asked.
func TestACounterThatMayBeWork(t *testing.T) {
	t.Run("of this turn", func(t *testing.T) {
		s := turn(t, "generic")
		s.toil(keyed)
		s.tick("> go\n\n● Bash(make)\n\n", "  %ds", 1, 60)
		s.want(adapters.Working, "", adapters.ByScreen)
	})
	t.Run("without another sign", func(t *testing.T) {
		s := newStage(t, "generic")
		s.tick("hello\n\n", "  %d tokens", 400, 1)
		s.wait(5 * time.Second)
		s.w.Input(s.now)
		s.tick("> go\n\n", "  %d tokens", 401, 60)
		s.want(adapters.Working, "", adapters.ByScreen)
	})
	t.Run("that came at rest", func(t *testing.T) {
		s := newStage(t, "generic")
		s.paint("hello\n\n" + line + "\n❯ \n" + line)
		s.wait(5 * time.Second)
		s.want(adapters.Idle, "", adapters.ByScreen)
		s.tick("hello\n\n", "  %ds", 1, 60)
		s.want(adapters.Working, "", adapters.ByScreen)
	})
	t.Run("since the start, perhaps with a text", func(t *testing.T) {
		s := newStage(t, "generic")
		s.tick("> go\n\n", "  %ds", 1, 60)
		s.want(adapters.Working, "", adapters.ByScreen)
	})
	t.Run("above the composer", func(t *testing.T) {
		s := newStage(t, "generic")
		s.w.Unasked()
		for i := range 60 {
			s.paint(fmt.Sprintf("hello\n\n  %ds\n\n", i) + composer)
			s.wait(time.Second)
		}
		s.want(adapters.Working, "", adapters.ByScreen)
	})
	t.Run("with a sign that moves", func(t *testing.T) {
		s := newStage(t, "generic")
		s.w.Unasked()
		s.tick("hello\n\n", "  session %ds", 0, 8)
		s.w.Input(s.now)
		s.tick("> go\n\n⠋ make\n\n", "  session %ds", 8, 20)
		s.want(adapters.Working, "", adapters.ByScreen)
	})
}
