package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

const typing = line + "\n☐ Colour\nWhich colour?\n  1. Red\n  2. Blue\n❯ 3. %s\n" + line + "\n  4. Chat about this\n\nEnter to select · ↑/↓ to navigate · Esc to cancel"

// What somebody types into a question makes it no other one, whatever comes
// first, the echo or the word of the key; and nobody is told what it was.
func TestTypedIntoAQuestion(t *testing.T) {
	for _, test := range []struct{ name, screen, empty, typed string }{
		{"an answer of one's own", typing, "Type something.", "mysecretpw12"},
		{"one that would be another kind of question", typing, "Type something.", "deny"},
		{"a filter above the list", "Select a file\n  %s\n ❯ one.go\n   two.go\n\n Enter to select · Esc to cancel", "", "one.go"},
		{"an entry that has no name", line + "\n A tool requests your input\n What for?\n %s\n\n ❯ Accept\n   Decline\n\n Esc to cancel · ↑↓ to navigate", "", "just because"},
	} {
		for _, late := range []time.Duration{0, 60 * time.Millisecond} {
			t.Run(fmt.Sprint(test.name, " ", late), func(t *testing.T) {
				s := newStage(t, "claude")
				show := func(text string) { s.paint(strings.Replace(test.screen, "%s", text, 1)) }
				show(test.empty)
				s.wait(2 * time.Second)
				known := s.w.State().Dialog
				for i := range test.typed {
					if late == 0 {
						s.w.Input(s.now)
					}
					show(test.typed[:i+1])
					s.wait(late)
					if late > 0 {
						s.w.Input(s.now)
					}
					s.wait(200 * time.Millisecond)
				}
				d := s.w.State().Dialog
				if d == nil || d.Fingerprint != known.Fingerprint || d.Text != known.Text {
					t.Fatalf("it has become %+v, was %+v", d, known)
				}
				if got := fmt.Sprint(d.Options); strings.Contains(got, test.typed) && !strings.Contains(fmt.Sprint(known.Options), test.typed) {
					t.Errorf("its answers tell: %s", got)
				}
				if n := s.count(adapters.Blocked); late == 0 && n != 1 {
					t.Errorf("told %d times", n)
				}
			})
		}
	}
}

// What is pasted comes at once; and where rooda typed, nobody filled anything in.
func TestPastedIntoAQuestion(t *testing.T) {
	for _, test := range []struct {
		name  string
		types func(*stage)
		told  int
	}{
		{"by a person", func(s *stage) { s.w.Input(s.now) }, 1},
		{"by rooda", func(s *stage) { s.w.Own(s.now) }, 2},
	} {
		s := newStage(t, "claude")
		entry := line + "\n A tool requests your input\n What for?\n %s\n\n ❯ Accept\n   Decline\n\n Esc to cancel · ↑↓ to navigate"
		s.paint(strings.Replace(entry, "%s", "", 1))
		s.wait(time.Second)
		test.types(s)
		s.paint(strings.Replace(entry, "%s", "kJ83hbd8723", 1))
		s.wait(time.Second)
		if n := s.count(adapters.Blocked); n != test.told {
			t.Errorf("%s: told %d times", test.name, n)
		}
	}
}

// Where keys may have answered a question, the next one is another: with
// another command, or other answers.
func TestAnsweredAndAskedAgain(t *testing.T) {
	for _, next := range []string{
		strings.Replace(permitted, "a.txt", "b.txt", 1),
		strings.Replace(permitted, "a.txt", "a.txt.backup", 1),
		strings.Replace(permitted, "touch a.txt", "rm a.txt", 1),
		strings.Replace(permitted, "2. Yes, and always allow", "2. Yes, and never ask", 1),
	} {
		s := newStage(t, "claude")
		s.paint(permitted)
		s.wait(time.Second)
		s.w.Input(s.now)
		s.paint(next)
		s.wait(time.Second)
		if n := s.count(adapters.Blocked); n != 2 {
			t.Errorf("told %d times of %q", n, next)
		}
	}
}

// A secret is told by what asks for it, also in the first picture that is seen.
func TestNoEntryIsTold(t *testing.T) {
	box := func(lines ...string) string {
		return "╭" + line + "╮\n│ " + strings.Join(lines, "\n│ ") + "\n╰" + line + "╯"
	}
	for _, screen := range []string{
		box("Enter your access token", "> s3cret", "Enter to submit · Esc to cancel"),
		box("Access token: s3cret", "Enter to submit · Esc to cancel"),
		line + "\n A server requests your input\n Password: s3cret word\n\n   Accept\n ❯ Password\n   Decline\n\n Esc to cancel · ↑↓ to navigate",
		line + "\n A server requests your input\n\n   Accept\n ❯ Password: s3cret\n   Decline\n\n Esc to cancel · ↑↓ to navigate",
		line + "\n A server requests your input\n Name: s3cret\x1b7\n\n   Accept\n ❯ Name\n   Decline\n\n Esc to cancel · ↑↓ to navigate\x1b8",
	} {
		s := newStage(t, "claude")
		s.paint(screen)
		s.wait(5 * time.Second)
		state := s.w.State()
		if got := fmt.Sprintf("%+v %+v", state, state.Dialog); state.Condition != adapters.Blocked || strings.Contains(got, "s3cret") {
			t.Errorf("%q: %s", screen, got)
		}
	}
}

// A counter that runs in a question makes it no other one, a command with
// another number does.
func TestCountersInAQuestion(t *testing.T) {
	for _, test := range []struct {
		text string
		same bool
	}{
		{"Waiting %d seconds, attempt %d/10", true},
		{"Denies by itself in %d s", true},
		{"Auto-deny in %d", true},
		{"It has run for %d minutes (↓ %d tokens)", true},
		{"%d%% of the context is left", true},
		{"retrying (%d/10)", true},
		{"kill %d", false},
		{"sleep %d && touch a%d.txt", false},
		{"$ retry %d make", false},
		{"rm part-%d.txt", false},
		{"Step %d: which one?", false},
	} {
		s := newStage(t, "claude")
		for i := range 5 {
			text := strings.ReplaceAll(strings.ReplaceAll(test.text, "%d", fmt.Sprint(i+4)), "%%", "%")
			s.paint(strings.Replace(permitted, "touch a.txt", text, 1))
			s.wait(time.Second)
		}
		if n := s.count(adapters.Blocked); (n == 1) != test.same {
			t.Errorf("%q: told %d times", test.text, n)
		}
	}
}
