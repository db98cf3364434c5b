package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// A composer that is two rules and nothing else while it is empty is known by its place and the
// cursor once a text stands in it, and gets its Enter only for that text.
func TestAComposerOfTwoRules(t *testing.T) {
	const about, here, hidden = "\n~/work (main)\n0.1%/128k", "\x1b8", "\x1b8\x1b[?25l"
	rule := strings.Repeat("─", 110)
	frame := func(held, cursor string) string {
		return "Hello\n\n" + rule + "\n" + held + "\x1b7\n" + rule + about + cursor
	}
	long := longText(9)
	folded := "[Pasted text #1 +11 lines]"
	for _, test := range []struct {
		name, text, empty, full string
		enters                  bool
	}{
		{"a placeholder", long, frame("", here), frame(folded, here), true},
		{"and the cursor hidden", long, frame("", hidden), frame(folded, hidden), true},
		{"and a cursor that has never been in it", long, frame("", "\x1b[1;1H"), frame(folded, "\x1b[1;1H"), true},
		{"a short text", "Do it all", frame("", here), frame("Do it all", here), true},
		{"a text of several lines", longText(3), frame("", here), frame(longText(3), here), true},
		{"one that grows upwards", longText(3), "\n\n\n\n" + frame("", here), strings.TrimPrefix(frame(longText(3), here), "Hello\n"), true},
		{"a placeholder and a question", long, frame("", here), frame("Send it?\n"+folded, here), false},
		{"the text and a question", "Do it all", frame("", here), frame("Insert this?\nDo it all\nYes ", here), false},
		{"a question that ends with the text", "Do it all", frame("", here), frame("Shall I really Do it all", here), false},
		{"another text", "Do it all", frame("", here), frame("Your name: ", here), false},
		{"rules elsewhere", long, frame("", here), "Hello\nmore\nand more\n" + frame(folded, here), false},
		{"the cursor elsewhere", long, frame("", here), frame(folded, "\x1b[1;1H"), false},
		{"rules of another width", long, frame("", here), strings.Replace(frame(folded, here), rule, rule[:len(rule)-30], 1), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			enters, end := s.deliver(test.text, nil, test.empty, test.full, "Hello\n> "+test.text+"\n\nLet me see\n"+frame("", here))
			if (len(enters) == 1) != test.enters || (end.By != "") != test.enters {
				t.Errorf("Enter at %v, %+v, want it: %t", enters, end, test.enters)
			}
		})
	}
}

// What is asked between the rules of such a composer is no rest.
func TestAQuestionBetweenTheRules(t *testing.T) {
	rule := strings.Repeat("─", 110)
	s := newStage(t, "generic")
	s.paint("Hello\n" + rule + "\n\x1b7\n" + rule + "\n  some-model\x1b8")
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.w.Own(s.now)
	s.paint("Hello\n" + rule + "\nYour name: \x1b7\n" + rule + "\n  some-model\x1b8")
	for range 20 {
		s.wait(time.Second)
		if c := s.w.State().Condition; c == adapters.Idle || s.w.View().Composing {
			t.Fatalf("%s, composing %t", c, s.w.View().Composing)
		}
	}
}
