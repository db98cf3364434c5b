package orchestrator

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// preamble is a text that holds both tags, as rooda's own does.
const preamble = "ROODA TASK EXECUTION\nHow to end:\n\n<promise>SUCCESS</promise>\nsays that the goal is reached.\n\n<promise>FAILURE</promise>\nsays that it is not.\n\nTASK\nDo the work"

func quoted(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n  ") + "\n" }

// lines are as many as there are numbers.
func lines(format string, from, to int) string {
	text := ""
	for i := from; i <= to; i++ {
		text += fmt.Sprintf(format, i) + "\n"
	}
	return text
}

// cutOff is a text of which each line shows no more than so many letters.
func cutOff(text string, width int) string {
	list := strings.Split(text, "\n")
	for i, line := range list {
		list[i] = line[:min(len(line), width)]
	}
	return strings.Join(list, "\n")
}

func TestAnswers(t *testing.T) {
	const text = "Do the work\nand tell me"
	const echo = "> Do the work\n  and tell me\n"
	const long = "Look at all files in this folder and tell me what has changed in them\nand do so\nnow"
	const ending = preamble + "\nwell"
	cut, untagged := cutOff(quoted(long), 40), strings.NewReplacer("<promise>", "", "</promise>", "").Replace(quoted(ending))
	const old = "Agent v1\nof 2026\nin /tmp\n> Hello there, agent\nHello.\n"
	for _, test := range []struct {
		name, before, after, text string
		resized, want             bool
	}{
		{"nothing", "Agent v1\n", "Agent v1\n", text, false, false},
		{"only the echo", "Agent v1\n", "Agent v1\n" + echo + "────\n", text, false, false},
		{"an echo that is wrapped", "Agent v1\n", "Agent v1\n> Do the\n  work\n  and tell me\n", text, false, false},
		{"an answer", "Agent v1\n", "Agent v1\n" + echo + "Done.\n", text, false, true},
		{"the same answer once more", "Done.\n", "Done.\n" + echo + "Done.\n", text, false, true},
		{"to the same text", echo + "Done.\n", echo + "Done.\n" + echo + "Done.\n", text, false, true},
		{"the same text eaten", echo + "Done.\n", echo + "Done.\n", text, false, false},
		{"the same text with an echo only", echo + "Done.\n", echo + "Done.\n" + echo, text, false, false},
		{"a name and a time beside the echo", "Agent v1\n", "Agent v1\nYou: Do the work   12:30\n  and tell me\n", text, false, false},
		{"an echo of the last line", "Agent v1\n", "Agent v1\n> and tell me\n\n● There are 5 words in it.\n", text, false, true},
		{"a folded echo", "Agent v1\n", "Agent v1\n> [Pasted text #1 +1 lines]\n", text, false, false},
		{"an answer below a folded echo", "Agent v1\n", "Agent v1\n> [Pasted text #1 +1 lines]\nDone.\n", text, false, true},
		{"an echo whose lines are cut off", "Agent v1\n", "Agent v1\n" + cut, long, false, false},
		{"an answer below it", "Agent v1\n", "Agent v1\n" + cut + "Done.\n", long, false, true},
		{"an echo without tags", "Agent v1\n", "Agent v1\n" + untagged, ending, false, false},
		{"an answer below that", "Agent v1\n", "Agent v1\n" + untagged + "Done.\n", ending, false, true},
		{"one without either", "Agent v1\n", "Agent v1\n" + cutOff(untagged, 24), ending, false, false},
		{"one that has lost its head", "Agent v1\n", "Task: t\n" + strings.Join(strings.SplitAfter(untagged, "\n")[2:], ""), ending, false, false},
		{"a promise is an answer", "Agent v1\n", "Agent v1\n" + quoted(preamble) + "● <promise>SUCCESS</promise>\n", preamble, false, true},
		{"the text's own promises are none", "Agent v1\n", "Agent v1\n" + quoted(preamble), preamble, false, false},
		{"nor in a narrow window", "Agent v1\n", "How to\nend:\n<promise>SUCCESS</promise>\n  says that the\n goal is reached.\n<promise>FAILURE</promise>\nsays that it\nis not.\nTASK\nDo the work\n", preamble, false, false},
		{"a promise below an echo that has lost its head", "Agent v1\n", "  says that the goal is reached.\n<promise>FAILURE</promise>\nsays that it is not.\nTASK\nDo the work\n● <promise>SUCCESS</promise>\n", preamble, false, true},
		{"a promise without an echo, on another screen", "It rains.\n", "Waves are high.\n● <promise>SUCCESS</promise>\n", text, false, true},
		{"and on the same one", old, old + "● <promise>SUCCESS</promise>\n", text, false, true},
		{"one below another word than the text has", old, old + "● Done.\n<promise>SUCCESS</promise>\n", preamble, false, true},
		{"one that the text has there", old, old + "How to end:\n<promise>SUCCESS</promise>\n", preamble, false, false},
		{"alone, where the text has one", old, old + "<promise>SUCCESS</promise>\n", preamble, false, false},
		{"one at the head of what is left of an echo", "Hi\nho\n", "<promise>FAILURE</promise>\nsays that it is not.\n", preamble, false, false},
		{"one that was there before", old + "<promise>SUCCESS</promise>\n", old + "<promise>SUCCESS</promise>\n", text, false, false},
		{"a clock", "Agent v1\n12:59 main\n", "Agent v1\n1:00 main\n", text, false, false},
		{"a counter below the echo", "Agent v1\n7 tokens\n", "Agent v1\n" + echo + "1024 tokens\n", text, false, false},
		{"a counter that gets another unit", "Agent v1\n59s, 999 tokens\nmain\n", "Agent v1\n" + echo + "1m 2s, 1.2k tokens\nmain\n", text, false, false},
		{"and is broken in another window", "Agent v1 worked for 1m 2s\n", "Agent v1 worked\nfor 1m\n3s\n", text, true, false},
		{"a tip that changes", "Agent v1\nTip: press tab\n", "Agent v1\nTip: use help\n", text, false, false},
		{"a tip that changes below the echo", "Agent v1\nTip: press tab\n", "Agent v1\n" + echo + "Tip: use help\n", text, false, false},
		{"a notice", old, old + "Update available\nRun odd update to get it\n", text, false, false},
		{"a notice that makes the window scroll", old, strings.Join(strings.SplitAfter(old, "\n")[2:], "") + "Update available\nRun it\n", text, false, false},
		{"an answer without an echo", old, old + "There are three things.\nOne is this.\nAnother is that.\n", text, false, true},
		{"an answer on a screen that was cleared", old, "It is done.\n", text, false, true},
		{"an answer of more than a screen", old, "nine\nten\neleven\ntwelve\n", text, false, true},
		{"an answer that differs in its numbers", lines("step %d of 1", 1, 30), lines("step %d of 2", 1, 30), text, false, true},
		{"the same painted anew", lines("step %d of 1", 1, 30), lines("step %d of 1", 1, 30), text, false, false},
		{"clocks on all lines", lines("12:%02d here", 10, 30), lines("12:%02d here", 11, 31), text, false, false},
		{"a few counters", lines("%d s", 1, 3), lines("%d s", 11, 13), text, false, false},
		{"a narrower window", "│ Welcome to the agent, a b c │\n", "│ Welcome to │\n│ the agent, │\n│ a b c      │\n> Do the\n  work and\n  tell me\n", text, true, false},
		{"a wider window", "Welcome to\nthe agent\n", "Welcome to the agent\n> Do the work and tell me\n", text, true, false},
		{"an answer in another window", "Welcome to\nthe agent\n", "Welcome to the agent\n> Do the work and tell me\nI have done it.\n", text, true, true},
		{"a promise in another window", "Welcome to\nthe agent\n", "Welcome to the agent\n" + quoted(preamble) + "● <promise>SUCCESS</promise>\n", preamble, true, true},
	} {
		if got := between(test.before, test.after, test.resized).answers(test.text); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

// What may be an answer is shown to whom is called to it.
func TestNovelty(t *testing.T) {
	const text = "Do the work"
	for _, test := range []struct{ name, before, after, want, text string }{
		{"nothing", "Agent v1\n", "Agent v1\n", "", ""},
		{"only the echo", "Agent v1\n", "Agent v1\n> Do the work\n", "", ""},
		{"a line without an echo", "Agent v1\n", "Agent v1\n● Done.\n", "● Done.", ""},
		{"a line in the place of another", "Agent v1\nTip: press tab\n", "Agent v1\n> Do the work\nTip: use help\n", "Tip: use help", ""},
		{"a counter", "Agent v1\n7 tokens\n", "Agent v1\n> Do the work\n9 tokens\n", "", ""},
		{"an echo that has lost its head", "Agent v1\n", "Task: t\nIteration: 1\nDo the work with your tools.\n", "", "TASK\nTask: t\nIteration: 1\nDo the work with your tools."},
		{"below the last answer", "Agent v1\n", "Hello.\nIteration: 1\nDo the work with your tools.\n", "Hello.", "TASK\nTask: t\nIteration: 1\nDo the work with your tools."},
	} {
		if got := between(test.before, test.after, false).novelty(cmp.Or(test.text, text)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestReply(t *testing.T) {
	for _, test := range []struct {
		name, screen, text string
		words, found       bool
	}{
		{"no echo", "Agent v1\n", "Do the work", false, false},
		{"an echo and nothing", "Agent v1\n> Do the work\n────\n", "Do the work", false, true},
		{"an answer", "Agent v1\n> Do the work\n● Done.\n────\n", "Do the work", true, true},
		{"a promise", "Agent v1\n" + quoted(preamble) + "● <promise>SUCCESS</promise>\n", preamble, true, true},
	} {
		if words, found := reply(test.screen, test.text); words != test.words || found != test.found {
			t.Errorf("%s: %t, %t", test.name, words, found)
		}
	}
}
