package adapters_test

import (
	"strings"
	"testing"
	"time"
)

// What a person reads of a question is the question: not what was pasted, and
// not what was said before it came.
func TestExcerptIsTheQuestion(t *testing.T) {
	const keys = "\n\n Enter to confirm · Esc to cancel"
	const list, numbers = "\n  › Yes\n    No" + keys, "\n ❯ 1. Yes\n   2. No" + keys
	const prose = "I have read all of the files and will run the tests now.\n"
	const pasted = " the rule that has a number and fills some of the row"
	long := strings.Repeat("\n  "+pasted, 8)
	for _, test := range []struct{ name, screen, want string }{
		{"a paste", "Hello\n\n Insert pasted text?\n" + long + "\n" + list, "Insert pasted text?" + pasted + pasted + " the rule that has a number and fi…"},
		{"a short one", "Hello\n\n Insert pasted text?\n\n   one\n   two\n" + list, "Insert pasted text? one two"},
		{"one in rules", "Hello\n" + line + "\n Insert pasted text?\n" + long + "\n" + list, "Insert pasted text?" + pasted + pasted + " the rule that has a number and fi…"},
		{"one that asks, too", "Hello\n\n Insert pasted text?\n\n   Is it so?\n   Well.\n" + list, "Insert pasted text? Is it so? Well."},
		{"one that ends with it", "Hello\n\n Insert pasted text?\n\n   Well.\n   Is it so?\n" + list, "Insert pasted text? Well. Is it so?"},
		{"a list with signs", "Hello\n" + line + "\n Insert pasted text?\n\ndo:\n• one\n• two\n" + list, "Insert pasted text? do: • one • two"},
		{"a quotation", "Hello\n\n Insert pasted text?\n\n   do:\n   > one\n   two\n" + list, "Insert pasted text? do: > one two"},
		{"what was said, right above", "Hello\n> do it all and tell me\n Run this command?\n touch a\n" + numbers, "Run this command? touch a"},
		{"and in two lines", "Hello\n> do it all\n  and tell me\n Run this command?\n touch a\n" + numbers, "Run this command? touch a"},
		{"and a line between", "Hello\n> is it so?\n\n touch a\n\n Do you want to proceed?\n" + numbers, "touch a Do you want to proceed?"},
		{"and a name ahead of it", "Hello\nYou: do it all\n\n Run this command?\n\n touch a\n" + numbers, "Run this command? touch a"},
		{"prose above", "Hello\n\n" + prose + "\nRun this command?\n  make test\n" + numbers, "Run this command? make test"},
		{"prose that asks", "Hello\n\nThey are many. Is it good?\n" + prose + "\n  make test\n\nDo you want to proceed?\n" + numbers, "make test Do you want to proceed?"},
		{"much prose", "Hello\n\n" + strings.Repeat(prose, 6) + "\n  make test\n\nDo you want to proceed?\n" + numbers, "make test Do you want to proceed?"},
		{"prose right above", "Hello\n\n" + prose + "Do you want to run make test?\n" + numbers, "Do you want to run make test?"},
		{"buttons below prose", "Hello\n\n" + prose + "\nWhich colour do you want?\n● Red\n○ Blue", "Which colour do you want?"},
		{"a heading without a question", "> do it all\n\n" + prose + "\nSelect a model\n" + list, prose[:len(prose)-1] + " Select a model"}, // it may be about it
		{"a frame keeps what is in it", "Hello\n" + line + "\n Bash command\n touch a\n Do you want to proceed?" + numbers, "Bash command touch a Do you want to proceed?"},
		{"and its beginning and end", line + "\n Ready to code?\n\n Here is the plan:" + strings.Repeat("\n - a step", 20) + "\n Would you like to proceed?" + numbers, "Ready to code? … " + strings.Repeat("- a step ", 13) + "Would you like to proceed?"},
		{"a sentence goes on after it", line + "\n Folder access\n\n Trust this folder? It is read\n with care.\n" + numbers, "Folder access Trust this folder? It is read with care."},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint(test.screen)
			s.wait(40 * time.Second)
			if got := s.w.State(); got.Excerpt != test.want {
				t.Errorf("%s: it is told as\n%q, want\n%q", got.Condition, got.Excerpt, test.want)
			}
		})
	}
}
