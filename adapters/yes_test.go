package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// What no rule knows is left to people by policy, and they can say yes to it
// where it can be told what says so.
func TestYesToWhatNoRuleKnows(t *testing.T) {
	const list = "Do you want to delete everything?\r\n"
	for _, test := range []struct {
		name, screen string
		kind         adapters.Kind
		keys, answer string
		options      int
	}{
		{"a list without keys", list + "❯ 1. Yes\r\n  2. No\r\n", adapters.Permission, "\r", "1 Yes", 2},
		{"the cursor elsewhere", list + "  1. Yes\r\n❯ 2. No\r\n", adapters.Permission, "1", "1 Yes", 2},
		{"a yes for more than this", list + "❯ 1. Yes, and do not ask again\r\n  2. No\r\n", adapters.Permission, "", "", 2},
		{"something below it", list + "❯ 1. Yes\r\n  2. No\r\n  3. Maybe\r\nYour choice, please: ", adapters.Permission, "", "", 3},
		{"a letter", "Do you want to delete everything? [y/n] ", adapters.Permission, "y\r", "y", 0},
		{"of which Enter means one", "Go on? [Y/n]: ", adapters.Question, "y\r", "y", 0},
		{"a capital", "Go on? (Y/N) ", adapters.Question, "Y\r", "Y", 0},
		{"a word", "Go on (yes/no)? ", adapters.Question, "yes\r", "yes", 0},
		{"a letter in its word", "Go on? (y)es/(n)o: ", adapters.Question, "y\r", "y", 0},
		{"a letter that is being typed", "Go on? [y/n] n", adapters.Question, "", "", 0},
		{"a letter, and no cursor", "Go on? [y/n] \x1b[?25l", adapters.Question, "", "", 0},
		{"a letter in a line of its own", "Go on?\r\n[y/n] ", adapters.Question, "y\r", "y", 0},
		{"buttons", "Which colour?\r\n  ● Yes\r\n  ○ No", adapters.Question, "", "", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.write(test.screen)
			s.wait(35 * time.Second)
			s.want(adapters.Blocked, test.kind, adapters.ByScreen)
			state := s.w.State()
			if state.Dialog != nil || state.Offered == nil {
				t.Fatalf("%+v", state)
			}
			if n := len(state.Offered.Options); n != test.options {
				t.Errorf("%d options, want %d", n, test.options)
			}
			keys, answer, ok := state.Yes()
			if keys != test.keys || answer != test.answer || ok != (test.keys != "") {
				t.Errorf("yes is %q (%q), want %q (%q)", keys, answer, test.keys, test.answer)
			}
		})
	}
}

// A terminal that scrolls shows what was asked before, too.
func TestExcerptOfTheLastQuestion(t *testing.T) {
	const first = "Do you want to delete everything?\n❯ 1. Yes\n  2. No\n"
	for _, test := range []struct{ name, screen, want string }{
		{"a letter", "Do you want to delete everything? [y/n] ", "Do you want to delete everything? [y/n]"},
		{"a letter after a list", first + "1\nyou said 1\nReally? [y/n] ", "Really? [y/n]"},
		{"a letter below its question", "one\nMay I?\n[y/n] ", "May I? [y/n]"},
		{"a list again", first + "1\nyou said 1\n" + first, "Do you want to delete everything?"},
		{"a list after a letter", "Go on? [y/n] y\nyou said y\n" + first, "Do you want to delete everything?"},
		{"what it is about", first + "1\ngone\n\nEdit a.py\n-x\n+y\n\nDo you want to make this edit?\n❯ 1. Yes\n  2. Yes, and do not ask again\n  3. No\n\nEsc to cancel · Enter to confirm", "Edit a.py -x +y Do you want to make this edit?"},
		{"keys of what was answered", "Do you want to make this edit?\n❯ 1. Yes\n  2. Yes, and do not ask again\n  3. No\n\nEsc to cancel · Enter to confirm\nmade\nDo you want to delete b.py?\n❯ 1. Yes\n  2. No\n\nEsc to cancel · Enter to confirm", "Do you want to delete b.py?"},
		{"what was told", "════════════════════════\nRules\n1. Be kind.\n\nDo you want to delete everything?\n❯ 1. Yes\n  2. No\n", "Do you want to delete everything?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint(test.screen)
			s.wait(35 * time.Second)
			state := s.w.State()
			if state.Condition != adapters.Blocked || state.Excerpt != test.want {
				t.Errorf("%s %q, want %q", state.Condition, state.Excerpt, test.want)
			}
		})
	}
}

// A question that no rule knows stands from when it came, whatever else moves.
func TestOfferedSince(t *testing.T) {
	s := newStage(t, "generic")
	s.write("Do you want to delete everything?\r\n❯ 1. Yes\r\n  2. No\r\n")
	s.wait(time.Second)
	s.w.Hook(s.now, adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Permission})
	s.wait(time.Second)
	came := s.w.View().Asked
	if s.w.State().Offered == nil || came.IsZero() {
		t.Fatalf("%+v, asked at %v", s.w.State(), came)
	}
	for _, sign := range []string{"⠋", "⠙", "⠹", "⠸", "⠼"} {
		s.write("\x1b[H\x1b[10B" + sign)
		s.wait(100 * time.Millisecond)
		if v := s.w.View(); v.State.Offered == nil || !v.Asked.Equal(came) {
			t.Fatalf("after %s: %+v asked at %v, not %v", sign, v.State, v.Asked, came)
		}
	}
	s.write("\x1b[2J\x1b[HDo you want to delete nothing?\r\n❯ 1. Yes\r\n  2. No\r\n")
	s.wait(time.Second)
	if v := s.w.View(); v.State.Offered == nil || !v.Asked.After(came) {
		t.Errorf("another question: %+v asked at %v", v.State, v.Asked)
	}
}
