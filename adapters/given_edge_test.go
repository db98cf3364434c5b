package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// drawCopilot is the screen of an agent that shows a text in a band, with the time of day at the right edge
// of its first row and a bar beside the whole.
func drawCopilot(cols int, above, text, below string) string {
	const bar = "┃"
	wide := cols - 4
	row := func(s string) string { return " " + s + strings.Repeat(" ", wide-len([]rune(s))) + " " + bar + "\n" }
	band := func(r string) string { return row(strings.Repeat(r, wide)) }
	out := row("● " + above)
	if text != "" {
		out += band("▄")
		for i, line := range foldedAt(text, wide-15) {
			line = map[bool]string{true: " ❯ ", false: "   "}[i == 0] + line
			if i == 0 {
				line += strings.Repeat(" ", wide-9-len([]rune(line))) + "   00:38"
			}
			out += row(line)
		}
		out += band("▀")
	}
	for line := range strings.Lines(below) {
		out += row(strings.TrimSuffix(line, "\n"))
	}
	rule := func(corner, r string) string { return corner + strings.Repeat(r, cols-1) + "\n" }
	return out + " /work [main]\n" + rule("╻", "▄") + "┃\n" + rule("╹", "▀") + " Interactive · / commands · ? help"
}

// foldedAt wraps a text at words.
func foldedAt(text string, cols int) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		row := ""
		for word := range strings.SplitSeq(line, " ") {
			if row != "" && len(row)+1+len(word) > cols {
				list, row = append(list, row), ""
			}
			row = strings.TrimPrefix(row+" "+word, " ")
		}
		list = append(list, row)
	}
	return list
}

// What stands at the right edge of a text is no part of it: its echo asks nothing.
func TestGivenBesideAClock(t *testing.T) {
	for _, text := range []string{
		"Read the plan again.\nThen list the open risks.",
		"Please read the plan in PLAN.md once more, compare it with what the tests say, and then write down every open risk that you can find in RISKS.md.",
		"Please look at this:\n- one thing\n- another thing",
		strings.TrimSpace(strings.Repeat("One of thirty lines.\n", 12)),
	} {
		for _, cols := range []int{80, 120, 200} {
			for _, below := range []string{"", "● That is done."} {
				s := clocked(t, cols, text, below)
				if s.count(adapters.Blocked) > 0 {
					t.Errorf("%d columns, %q: %+v %+v", cols, below, s.w.State(), s.w.State().Offered)
				}
			}
		}
	}
}

// A question below such a text asks, even with its words and a number beside one.
func TestAskedBesideAClock(t *testing.T) {
	for _, below := range []string{
		"Run rm -rf a?\n❯ Read the plan again.   (3)\n  List the open risks\n  Stop here",
		"Run rm -rf a?\n❯ Yes\n  No",
		"Overwrite a.txt? [y/n]",
	} {
		s := clocked(t, 120, "Read the plan again.", below)
		if state := s.w.State(); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %+v", below, state)
		}
	}
}

// A list of commands above the composer that has the chosen one is no question; another list is.
func TestCommandsAboveTheComposer(t *testing.T) {
	for held, want := range map[string]bool{"/exit [print]": false, "/exit": false, "": true, "/ex": true, "/exits": true} {
		s := newStage(t, "copilot")
		s.paint(drawCopilot(120, "Made.", "", ""))
		s.wait(4 * time.Second)
		s.paint(strings.Replace(drawCopilot(120, "Made.", "", "\n ❯ /exit\n   /exit print  Print the session"), "┃\n╹", "┃ "+held+"\n╹", 1))
		s.wait(4 * time.Second)
		if got := s.w.View().Posed; got != want {
			t.Errorf("%q: posed %v, want %v", held, got, want)
		}
	}
}

func clocked(t *testing.T, cols int, text, below string) *stage {
	t.Helper()
	s := newStage(t, "copilot")
	s.w.Resize(s.now, cols, 40)
	s.paint(drawCopilot(cols, "Made.", "", ""))
	s.wait(4 * time.Second)
	s.w.Given(text)
	s.w.Own(s.now)
	s.paint(drawCopilot(cols, "Made.", text, below))
	s.wait(20 * time.Second)
	return s
}
