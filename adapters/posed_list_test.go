package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// composers are what stands below a question, with the signs that begin texts of people, too.
var composers = map[string]string{
	"❯":   line + "\n❯ \n" + line,
	">":   line + "\n> \n" + line,
	"box": "╭" + line + "╮\n│ > " + strings.Repeat(" ", 37) + "│\n╰" + line + "╯",
}

// A list with a cursor and its keys, or with answers that allow and refuse, or in a frame, asks with
// no question mark, whatever its sign is and wherever it stands.
func TestListsWithoutAQuestion(t *testing.T) {
	const keys = "\n\nEnter to confirm · Esc to cancel"
	frames := map[string]func(string) string{
		"margin":   func(s string) string { return s },
		"indented": func(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") },
		"framed": func(s string) string {
			var rows []string
			for row := range strings.SplitSeq(s, "\n") {
				rows = append(rows, fmt.Sprintf("│ %-38s │", row))
			}
			return "╭" + line + "╮\n" + strings.Join(rows, "\n") + "\n╰" + line + "╯"
		},
		"barred": func(s string) string { return "┃ " + strings.ReplaceAll(s, "\n", "\n┃ ") },
	}
	for name, words := range map[string]string{
		"numbers and keys": "Bash command\nrm -rf a\n%s 1. Yes\n  2. No" + keys,
		"words and keys":   "EXECUTE rm -rf a\n%s Yes, allow\n  No, cancel\n\nUse ↑↓ to navigate, Enter to select, Esc to cancel",
		"below a message":  "● Bash(rm -rf a)\n%s Yes\n  No",
		"words":            "rm -rf a\n%s Yes\n  No",
	} {
		for place, frame := range frames {
			for _, sign := range []string{"❯", ">", "→"} {
				for kind, composer := range composers {
					for _, paint := range []bool{false, true}[:1+strings.Count(kind, "❯")] {
						shown := frame(fmt.Sprintf(words, sign))
						if paint {
							shown = strings.Replace(shown, sign, "\x1b[36m"+sign, 1)
							shown = strings.Replace(shown, "\n", "\x1b[m\n", strings.Count(shown[:strings.Index(shown, sign)], "\n")+1)
						}
						s := newStage(t, "generic")
						s.paint("hello\n" + composer)
						s.wait(4 * time.Second)
						s.w.Input(s.now)
						s.paint("go\n\n" + shown + "\n\n" + composer)
						s.wait(4 * time.Second)
						if state := s.w.State(); state.Condition != adapters.Blocked {
							t.Errorf("%s, %s, sign %s, composer %s, painted %v: %s", name, place, sign, kind, paint, state.Condition)
						}
					}
				}
			}
		}
	}
}

// What has none of these may be what somebody has said, or a list of what is done.
func TestListsThatAskNothing(t *testing.T) {
	for _, words := range []string{
		"● Done.\n\n❯ 1. Do this\n  2. Do that",
		"● Done.\n\n❯ Do this\n  and then that",
		"● Steps:\n  * 1. Build it\n    2. Test it",
		"┃ * It is in the list that wraps\n┃   around here",
		"  > 1. Do this\n    2. Do that",
		"❯ Yes, go on\n  with the next part",
		"● Steps\n  → 1. build\n    2. test",
	} {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}

// Numbers ask below an order to choose that ends with its colon.
func TestNumbersBelowAnOrder(t *testing.T) {
	for _, words := range []string{
		"Select an option:\n1. Run\n2. Skip",
		"Choose how to go on:\n  (1) Retry\n  (2) Abort",
		"rm -rf a\n\nPlease pick one:\n\n  [1] run\n  [2] skip\n\n>",
		"? Select a model\n  1) Red\n  2) Blue",
	} {
		if state := above(t, words); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
	for _, words := range []string{
		"● Choose one of these:\n  1. Run\n  2. Skip",
		"Pick the colours in this order:\n1. Red comes first.\n2. Blue comes last.",
		"These are the options:\n1. Run\n2. Skip",
		"Choose one:\n1. Run\n2. Skip\n\nI took the first.",
	} {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}
