package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// An agent shows what it was told, and goes on below that: nothing is asked, however that looks.
func TestGivenAboveTheComposer(t *testing.T) {
	const ask = "Shall I go on with the rest?\n\n"
	for _, test := range []struct{ name, text, shown string }{
		{"an answer below it", "Yes", "  Part 1 is written.\n\n  Shall I go on with the rest?\n\n> Yes\n\n  Part 2 is written.\n  It has 7 lines.\n\n  Shall I go on with the rest?"},
		{"a question below it, too", "Yes", "  Shall I go on with the rest?\n\n> Yes\n\n  Part 2 is written.\n\n  Shall I go on with the rest?\n\n> Yes\n\n  Part 3 is written.\n  It has 21 lines.\n\n  Shall I go on with the rest?\n\n<promise>SUCCESS</promise>"},
		{"what it does", "Yes", ask + "❯ Yes\n\n  ⎿ reading a.py"},
		{"the same right below", "Yes", ask + "> Yes\n  Thinking…"},
		{"another no", "No, stop here", ask + "> No, stop here\n\n  ⎿ reading a.py"},
		{"two lines", "Yes, do so\nand then stop", ask + "> Yes, do so\n  and then stop\n"},
		{"two others", "Continue\nto the end", ask + "❯ Continue\n  to the end\n\n✻ Churned for 14s"},
		{"a wrapped one", "Continue to the end of it all", ask + "> Continue to the end\n  of it all"},
		{"what would ask", "Make it ask this:\nOverwrite? [y/n]", "> Make it ask this:\n  Overwrite? [y/n]"},
		{"the end of what would", strings.Repeat("a line of it\n", 50) + "Overwrite? [y/n]", strings.Repeat("  a line of it\n", 26) + "  Overwrite? [y/n]"},
		{"an entry", "Let it ask for\nPassword:", "> Let it ask for\n  Password:"},
	} {
		for _, moves := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, moves %v", test.name, moves), func(t *testing.T) {
				if s := told(t, test.shown, moves, "hello", test.text); s.count(adapters.Blocked) > 0 {
					t.Errorf("%+v", s.w.State())
				}
			})
		}
	}
}

// What asks below such a text does so, even with its words, and so does what comes above one that
// stays in sight.
func TestAskedBesideGiven(t *testing.T) {
	for _, test := range []struct{ name, text, shown string }{
		{"below it", "Yes", "> Yes\n\nOverwrite a.txt? [y/n]"},
		{"an option", "Yes", "Run rm -rf a?\n❯ Yes\n  No"},
		{"the last option", "No", "Run rm -rf a?\n  Yes\n❯ No"},
		{"an option with the sign of a quotation", "Yes", "Run rm -rf a?\n> Yes\n  No"},
		{"an option beside one in other words", "Yes", "Run rm -rf a?\n❯ Yes\n  Tell it what to do instead"},
		{"an option that is described", "Yes", "Run rm -rf a?\n❯ Yes\n    for this time\n  Something else"},
		{"a button", "Yes", "Run rm -rf a?\n● Yes\n○ No"},
		{"an option of another kind", "Red", "Which colour?\n❯ Red\n  Green"},
		{"an option below the text", "Yes", "> Yes\n\nRun rm -rf a?\n❯ Yes\n\n  No"},
		{"the same words", "Allow? [y/n]", "> Allow? [y/n]\n\n● Bash(rm a)\n\nAllow? [y/n]"},
		{"above it", "Yes", "Run rm -rf a? [y/n]\n\n> Yes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := told(t, test.shown, false, "hello", test.text)
			if state := s.w.State(); state.Condition != adapters.Blocked || !state.Beside {
				t.Errorf("%+v", state)
			}
		})
	}
	if s := told(t, "Run rm -rf a? [y/n]\n\n> Yes", false, "Run rm -rf a? [y/n]", "Yes"); s.w.State().Condition == adapters.Blocked {
		t.Errorf("what stood there before: %+v", s.w.State())
	}
}

// A question of a program that an agent runs, and shows with its answer or as output, is none.
func TestOutputAboveABusyMark(t *testing.T) {
	for _, shown := range []string{
		"● Bash(apt-get install jq)\n  ⎿  After this operation, 1 MB will be used.\n     Do you want to continue? [Y/n] Y",
		"● Bash(apt-get install jq)\n  ⎿  After this operation, 1 MB will be used.\n     Do you want to continue? [Y/n]",
		"Do you want to continue? [Y/n] Y",
	} {
		if s := told(t, shown, true, "hello", "go"); s.count(adapters.Blocked) > 0 {
			t.Errorf("%q: %+v", shown, s.w.State())
		}
	}
}

// told is an agent that shows something for a while after it was given a text, and before.
func told(t *testing.T, shown string, moves bool, before, text string) *stage {
	t.Helper()
	s := newStage(t, "generic")
	s.paint(before + "\n" + composer)
	s.wait(4 * time.Second)
	s.w.Given(text)
	s.w.Own(s.now)
	for n := range 20 {
		words := shown
		if moves {
			words += fmt.Sprintf("\n\n%s Running… (%ds · esc to interrupt)", turning(n), n)
		}
		if n == 0 || moves {
			s.paint(words + "\n\n" + composer)
		}
		s.wait(time.Second)
	}
	return s
}
