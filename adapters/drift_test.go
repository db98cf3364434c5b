package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// turn lets a sign turn in a row of the screen, with a text behind it.
func (s *stage) turn(row int, text string, d time.Duration) {
	signs := []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴"}
	const step = 250 * time.Millisecond
	for i := range int(d / step) {
		s.write(fmt.Sprintf("\x1b7\x1b[%d;1H%s %s\x1b8", row, signs[i%len(signs)], text))
		s.wait(step)
	}
}

// Agents let a sign turn above their question.
func TestAskedBelowASignThatMoves(t *testing.T) {
	for _, test := range asked {
		for _, above := range []struct {
			text string
			due  time.Duration
		}{{"bash(touch a)", 4 * time.Second}, {"Working (12s · esc to interrupt)", 11 * time.Second}} {
			t.Run(test.name+" below "+above.text, func(t *testing.T) {
				s := newStage(t, "generic")
				s.paint("hello\n" + composer)
				s.wait(4 * time.Second)
				s.w.Input(s.now)
				s.paint("> go\n\n" + composer)
				s.turn(2, above.text, 2*time.Second)
				s.paint("> go\n⠋ " + above.text + "\n\n" + test.screen)
				s.turn(2, above.text, above.due)
				s.want(adapters.Blocked, test.kind, adapters.ByScreen)
				if state := s.w.State(); !strings.Contains(state.Excerpt, test.about) {
					t.Errorf("told %q, want %q", state.Excerpt, test.about)
				}
				s.turn(2, above.text, 40*time.Second)
				if n := s.count(adapters.Blocked); n != 1 {
					t.Errorf("told %d times", n)
				}
				s.w.Input(s.now)
				s.paint("> go\n\nHere it is.\n\n" + composer)
				s.wait(4 * time.Second)
				s.want(adapters.Idle, "", adapters.ByScreen)
			})
		}
	}
}

// Lines where the composer was are somebody's to see, whatever they are, and the
// work of an agent is not, however long it takes.
func TestWhatStandsBelowASignThatMoves(t *testing.T) {
	for _, test := range []struct {
		name, before, below string
		condition           adapters.Condition
	}{
		{"words at the margin", composer, "Which of them\n\nOne    Two    Three\n", adapters.Blocked},
		{"one line of them", composer, "A tip: look at the help\n", adapters.Working},
		{"what a tool prints", composer, "  cc -c a.c\n  cc -c b.c\n  cc -c c.c\n", adapters.Working},
		{"tasks", composer, "  ☐ one\n  ☐ two\n", adapters.Working},
		{"other tools", composer, "✓ lint\n✓ format\n○ test\n", adapters.Working},
		{"nothing", composer, "", adapters.Working},
		{"what stood below the composer", composer + "\nsome-model · 12%\n~/work (main)", "some-model · 13%\n~/work (main)\n", adapters.Working},
		{"before any composer", "Welcome", "All of this\nis loaded\n", adapters.Working},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + test.before)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			s.paint("> go\n\n● I shall ask make.\n  Is it there?\n⠋ make\n" + test.below)
			s.turn(5, "make", 30*time.Second)
			s.want(test.condition, map[bool]adapters.Kind{true: adapters.Unspecified}[test.condition == adapters.Blocked], adapters.ByScreen)
		})
	}
}

// Several tools may work side by side, and tell how far they are.
func TestSignsBelowASignThatMoves(t *testing.T) {
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	s.paint("> go\n\n⠋ make\n⠋ lint\n⠋ test\nfetch 1%\n")
	for i := range 300 {
		s.write(fmt.Sprintf("\x1b[%d;1H%s\x1b[6;1Hfetch %d%%", 3+i%3, []string{"⠙", "⠹", "⠋"}[i/3%3], i/3))
		s.wait(100 * time.Millisecond)
	}
	s.want(adapters.Working, "", adapters.ByScreen)
}

// A question in the conversation is none while the agent works below it.
func TestAQuestionAboveASignThatMoves(t *testing.T) {
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	s.paint("> go\n\n● Shall it be one of these?\n  > Red\n    Blue\n\n  1. Yes\n ❯ 2. No\n\n⠋ make")
	s.turn(10, "make", time.Minute)
	s.want(adapters.Working, "", adapters.ByScreen)
}

// Words that come are work, whatever they look like.
func TestWordsThatComeBelowASign(t *testing.T) {
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	text := "⠋ make\nDo you want this?\n> one\n  two\n"
	for i := range 20 {
		text += fmt.Sprintf("and %c\n", 'a'+i)
		s.paint(text)
		s.turn(1, "make", 2*time.Second)
	}
	if n := s.count(adapters.Blocked); n != 0 {
		t.Errorf("told %d times", n)
	}
}
