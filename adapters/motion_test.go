package adapters_test

import (
	"fmt"
	"testing"
	"time"

	"rooda/adapters"
)

// turn has an idle agent of any sort take a text.
func turn(t *testing.T, agent string) *stage {
	s := newStage(t, agent)
	s.paint("Hello\n" + composer)
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.w.Input(s.now)
	return s
}

// spin paints frames of a screen, ten a second, for two seconds.
func (s *stage) spin(frames ...string) {
	for i := range 20 {
		s.paint(frames[i%len(frames)])
		s.wait(100 * time.Millisecond)
	}
}

// A sign that has moved in this turn, and that has been left as it was, is no
// rest, wherever its line stands now; one of which nothing is left is.
func TestASignThatHasMoved(t *testing.T) {
	const under = "\n" + composer
	working := func(sign string) string { return "> go\n\n" + sign + " Running make\n" }
	for _, test := range []struct {
		name      string
		frames    []string
		then      string
		condition adapters.Condition
	}{
		{"stands", []string{working("✶") + under, working("✻") + under}, working("✻") + under, adapters.Working},
		{"at the end of its line", []string{"> go\n\nmake |" + under, "> go\n\nmake /" + under}, "> go\n\nmake /" + under, adapters.Working},
		{"with a counter that stands, too", []string{"> go\n\n* make 3s" + under, "> go\n\n+ make 4s" + under}, "> go\n\n* make 7s" + under, adapters.Working},
		{"above what the tool prints", []string{working("✶") + under, working("✻") + under}, working("✻") + "  cc main.c\n" + under, adapters.Working},
		{"higher, with the output of before", []string{"> go\n\n✶ make\nlog\n" + under, "> go\n\n✻ make\nlog\n" + under}, "✶ make\nlog\n" + under, adapters.Working},
		{"below the composer", []string{"> go\n" + composer + " ◇ make", "> go\n" + composer + " ◆ make"}, "> go\n" + composer + " ◇ make", adapters.Working},
		{"is gone", []string{working("✶") + under, working("✻") + under}, "> go\n\nIt is made." + under, adapters.Idle},
		{"is another, which has not moved", []string{working("✶") + under, working("✻") + under}, working("✔") + under, adapters.Idle},
		{"has other words", []string{working("✶") + under, working("✻") + under}, "> go\n\n✻ Made it in 54s\n" + under, adapters.Idle},
		{"was left behind, above the answer", []string{working("✶") + under, working("✻") + under}, working("✻") + "It is made." + under, adapters.Idle},
		{"only came and went", []string{"> go\n\n● make" + under, "> go\n\n  make" + under}, "> go\n\n● make" + under, adapters.Idle},
		{"is a picture", []string{"> go\n\n▐ ▘ hello" + under, "> go\n\n▐ ▝ hello" + under}, "> go\n\n▐ ▝ hello" + under, adapters.Idle},
	} {
		for _, agent := range []string{"generic", "claude"} {
			t.Run(test.name+" of "+agent, func(t *testing.T) {
				s := turn(t, agent)
				s.spin(test.frames...)
				s.want(adapters.Working, "", adapters.ByScreen)
				s.paint(test.then)
				s.wait(20 * time.Second)
				s.want(test.condition, "", adapters.ByScreen)
			})
		}
	}
}

// What turns and never stands for anything else need not have been seen to move.
func TestASignThatOnlyTurns(t *testing.T) {
	for _, test := range []struct {
		above     string
		condition adapters.Condition
	}{
		{"⠙ Running make", adapters.Working},
		{" ⠋ run_commands(sleep 10)\n   ⎿ Tip: something", adapters.Working},
		{"⏳ Running tool…", adapters.Working},
		{"╭──────────────────╮\n│ ⠼ Shell make     │\n╰──────────────────╯", adapters.Working},
		{"● Bash(make)\n  ⎿ Running…", adapters.Working},
		{"* Working… (3s · ↓ 10 tokens)", adapters.Working},
		{"● It goes on, and on, and on...", adapters.Idle},
		{"⠙ Running make\nIt is made.", adapters.Idle},
		{"⠙⠼⠴ Three", adapters.Idle},
		{"⠼ ⣿⣿ A logo ⣿", adapters.Idle},
		{"✔ Made", adapters.Idle},
	} {
		s := turn(t, "generic")
		s.paint("> go\n\n" + test.above + "\n\n" + composer)
		s.wait(20 * time.Second)
		if got := s.w.State().Condition; got != test.condition {
			t.Errorf("%s: %s, want %s", test.above, got, test.condition)
		}
	}
}

// A sign that is left behind for good holds nobody up for ever: somebody is
// called, whether or not the screen is painted again and again. It is not rest.
func TestADeadSign(t *testing.T) {
	for _, above := range []string{"⠙ Running make", "Working… (esc to interrupt)"} {
		for _, painted := range []bool{false, true} {
			s := turn(t, "generic")
			for i := range 100 {
				if i == 0 || painted {
					s.paint("> go\n\n" + above + "\n\n" + composer)
				}
				s.wait(time.Second)
				if i == 80 {
					s.want(adapters.Working, "", adapters.ByScreen)
				}
			}
			if state := s.w.State(); state.Condition != adapters.Unknown {
				t.Errorf("left there: %s %q", state.Condition, state.Excerpt)
			}
			if n := s.count(adapters.Idle); n != 1 {
				t.Errorf("%s: idle %d times, want once, before the turn", above, n)
			}
		}
	}
}

// A sign belongs to its turn. One that stays on the screen in the next, and does not move
// there, says nothing any more.
func TestASignOfTheTurnBefore(t *testing.T) {
	s := turn(t, "generic")
	s.spin("> go\n\n✶ make\n"+composer, "> go\n\n✻ make\n"+composer)
	s.paint("> go\n\n✶ make\n" + composer)
	s.wait(91 * time.Second)
	s.want(adapters.Unknown, adapters.Stuck, adapters.BySilence)
	s.w.Input(s.now)
	s.paint("> go\n\n✶ make\n  > on\n" + composer)
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// A sign without a word that turns where the composer was is work, and a person is called where it has been
// left there; so is that of an agent that has got its text as an argument, and has never shown a composer.
func TestASignWithoutAWord(t *testing.T) {
	for _, test := range []struct {
		agent string
		met   bool
	}{{"generic", true}, {"generic", false}, {"gemini", true}, {"gemini", false}} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			s := newStage(t, test.agent)
			if test.met {
				s.paint(composer)
				s.wait(4 * time.Second)
				s.w.Input(s.now)
			}
			for n := range 320 {
				s.paint("hello\n\n" + turning(n))
				s.wait(250 * time.Millisecond)
			}
			s.want(adapters.Working, "", adapters.ByScreen)
			for range 100 {
				s.write("\x1b[?25l")
				s.wait(time.Second)
			}
			if state := s.w.State(); state.Condition != adapters.Unknown {
				t.Errorf("left there: %s %q", state.Condition, state.Excerpt)
			}
		})
	}
}
