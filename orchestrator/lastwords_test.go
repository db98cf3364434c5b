package orchestrator

import (
	"strings"
	"testing"

	"rooda/orchestrator/loop"
)

func TestLastWords(t *testing.T) {
	const yes, no = loop.SuccessTag, loop.FailureTag
	prompt := "Do the work.\nWhen all is done, print\n" + yes + "\non a line of its own, else\n" + no + "\nThat is all."
	for _, test := range []struct {
		name   string
		screen string
		typed  []string
		want   loop.Signals
	}{
		{"alone on a line", "> That is all.\n● All done.\n  " + yes + "\n❯ ", []string{prompt}, loop.Signals{Success: true}},
		{"in backticks and behind a bullet", "● `" + no + "`", []string{prompt}, loop.Signals{Failure: true}},
		{"in a frame", "│ " + yes + "   │", []string{prompt}, loop.Signals{Success: true}},
		{"with a clock behind it", "● " + yes + "   12:03  ┃", []string{prompt}, loop.Signals{Success: true}},
		{"of the text, with a clock behind it", "  ❯ " + yes + "   12:03  ┃\n    or not ┃\n● Hm. ┃", []string{prompt, yes + "\nor not"}, loop.Signals{}},
		{"the last one counts", yes + "\nno, wait\n" + no, []string{prompt}, loop.Signals{Failure: true}},
		{"within a sentence", "I will print " + yes + " later.", []string{prompt}, loop.Signals{}},
		{"the prompt on the screen", "> " + strings.ReplaceAll(prompt, "\n", "\n  ") + "\n● Nothing to say.", []string{prompt}, loop.Signals{}},
		{"the prompt, and an answer", "> " + strings.ReplaceAll(prompt, "\n", "\n  ") + "\n● Done.\n" + yes, []string{prompt}, loop.Signals{Success: true}},
		{"the prompt scrolled half away", "  on a line of its own, else\n  " + no + "\n  That is all.\n● Hm.", []string{prompt}, loop.Signals{}},
		{"of the turn before", "● Done.\n  " + yes + "\n> List the open risks.\n● There are none.", []string{prompt, "List the open risks."}, loop.Signals{}},
		{"a short text in between", "  " + yes + "\n❯ go\n● Gone.", []string{prompt, "go"}, loop.Signals{}},
		{"a prompt that ends in the tag", "> print\n  " + yes + "\n● Well.\n" + yes, []string{"print\n" + yes}, loop.Signals{Success: true}},
		{"a short text that ends in the tag", "● Fine.\n> go on\n  " + yes + "\n● Hm.", []string{prompt, "go on\n" + yes}, loop.Signals{}},
		{"and an answer", "> go on\n  " + yes + "\n● Failed.\n" + no + "\n❯ ", []string{prompt, "go on\n" + yes}, loop.Signals{Failure: true}},
		{"and the same answer", "> go on\n  " + yes + "\n" + yes, []string{prompt, "go on\n" + yes}, loop.Signals{Success: true}},
		{"and the answer of the turn before", "● Done.\n" + yes + "\n[You] go on | 12:03\n" + no, []string{prompt, "go on\n" + no}, loop.Signals{}},
		{"two tags close together, the end cut off", "> Print one of\n  " + yes + "\n  or\n  " + no, []string{"Print one of\n" + yes + "\nor\n" + no + "\nand say why."}, loop.Signals{}},
		{"a text that is a tag", "❯ " + yes + "\n● Well.", []string{prompt, yes}, loop.Signals{}},
		{"a text that is a tag, and an answer", "❯ " + yes + "\n● Well.\n" + yes, []string{prompt, yes}, loop.Signals{Success: true}},
		{"ahead of more on its line", "● I would print\n  " + yes + "    if the tests were green\n  but they are not.", []string{prompt}, loop.Signals{}},
		{"ahead of a remark", "  " + yes + "      (not yet)", []string{prompt}, loop.Signals{}},
		{"misspelt", "<promise>success</promise>\n<promise>SUCCESS </promise>\n" + yes + "!", []string{prompt}, loop.Signals{}},
		{"nothing", "", nil, loop.Signals{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := lastWords(test.screen, test.typed)
			got.Echoes = 0
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestMessage(t *testing.T) {
	prompt := "End with\n" + loop.SuccessTag + "\nor not."
	for _, test := range []struct {
		text string
		want loop.Signals
	}{
		{"Done.\n\n" + loop.SuccessTag, loop.Signals{Success: true}},
		{"I quote: " + loop.SuccessTag + " but " + loop.FailureTag, loop.Signals{Success: true, Failure: true}},
		{"You said: End with\n" + loop.SuccessTag + "\nor not.", loop.Signals{}},
		{"You said: go on\n" + loop.SuccessTag, loop.Signals{}},
		{loop.SuccessTag, loop.Signals{Success: true}},
		{"", loop.Signals{}},
	} {
		got := message(test.text, []string{prompt, "go on\n" + loop.SuccessTag})
		got.Echoes = 0
		if got != test.want {
			t.Errorf("%q: got %+v, want %+v", test.text, got, test.want)
		}
	}
}

// FuzzLastWords: a screen never makes it fail, and no promise comes from a
// screen without a tag.
func FuzzLastWords(f *testing.F) {
	f.Add("● Done.\n  "+loop.SuccessTag+"\n❯ ", "Do it.\n"+loop.FailureTag)
	f.Add("`"+loop.FailureTag+"`", "")
	f.Add("\xff\n\n", "\n")
	f.Fuzz(func(t *testing.T, screen, typed string) {
		got := lastWords(screen, []string{typed})
		if got.Success && !strings.Contains(screen, loop.SuccessTag) || got.Failure && !strings.Contains(screen, loop.FailureTag) {
			t.Errorf("%q with %q: %+v", screen, typed, got)
		}
	})
}
