package orchestrator

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"rooda/orchestrator/loop"
	"rooda/pty"
)

// A drawing is how an agent shows a text in a window of so many columns.
type drawing func(text string, cols int) string

// drawings are those of claude, codex, gemini, opencode and a bare shell.
var drawings = map[string]drawing{
	"claude":   func(text string, cols int) string { return headed("> ", "  ", text, cols) },
	"codex":    func(text string, cols int) string { return headed("› ", "  ", text, cols) },
	"opencode": func(text string, cols int) string { return headed("┃  ", "┃  ", text, cols) },
	"gemini": func(text string, cols int) string {
		rule := strings.Repeat("─", cols-2)
		out := "╭" + rule + "╮\r\n"
		for i, line := range folded(text, cols-6) {
			mark := map[bool]string{true: ">", false: " "}[i == 0]
			out += "│ " + mark + " " + line + strings.Repeat(" ", cols-5-len(line)) + "│\r\n"
		}
		return out + "╰" + rule + "╯\r\n"
	},
	"spaced": func(text string, cols int) string {
		return "> " + strings.Join(unfolded(text, cols-2), "\r\n  ") + "\r\n"
	},
	"shell": func(text string, cols int) string { return "❯ " + strings.ReplaceAll(text, "\n", "\r\n") + "\r\n" },
	"copilot": func(text string, cols int) (out string) {
		for i, line := range folded(text, cols-16) {
			line = map[bool]string{true: "  ❯ ", false: "    "}[i == 0] + line
			if i == 0 {
				line += strings.Repeat(" ", cols-9-len([]rune(line))) + "12:03"
			}
			out += line + strings.Repeat(" ", cols-1-len([]rune(line))) + "┃\r\n"
		}
		return out
	},
	"dated": func(text string, cols int) string {
		head, rest, _ := strings.Cut(headed("You: ", "  ", text, cols-7), "\r\n")
		return head + strings.Repeat(" ", cols-6-len(head)) + "12:03\r\n" + rest
	},
}

// unfolded wraps at the window's edge, and keeps white space.
func unfolded(text string, cols int) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		row := []rune(line)
		for ; len(row) > cols; row = row[cols:] {
			list = append(list, string(row[:cols]))
		}
		list = append(list, string(row))
	}
	return list
}

func headed(first, next, text string, cols int) (out string) {
	for i, line := range folded(text, cols-len([]rune(first))) {
		out += map[bool]string{true: first, false: next}[i == 0] + line + "\r\n"
	}
	return out
}

// folded wraps at words, and words that are too long.
func folded(text string, cols int) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		row := ""
		for _, word := range strings.Fields(line) {
			if row != "" && len(row)+1+len(word) > cols {
				list, row = append(list, row), ""
			}
			if row != "" {
				row += " "
			}
			for row += word; len(row) > cols; row = row[cols:] {
				list = append(list, row[:cols])
			}
		}
		list = append(list, row)
	}
	return list
}

// TestNoEchoCountsAtAnyWidth: no echo of a text is a promise, in whatever window it was drawn, and
// whatever became of that window since; and an answer's is, in a window in which it fits.
func TestNoEchoCountsAtAnyWidth(t *testing.T) {
	const yes, no = loop.SuccessTag, loop.FailureTag
	long := "Do the work that stands in the plan, and nothing else.\n\nWhen all of it is done and every test is green, print\n" + yes +
		"\non a line of its own. Where you are blocked for want of anything at all, print\n" + no
	texts := []string{
		"go on\n" + yes, "Print\n" + yes, yes, "Print one of\n" + yes + "\n" + no, yes + "\nif it went well, else\n" + no,
		"Do it and print " + yes + " when it is done, or " + no + " when it is not, and say why.",
		long, long + "\nThat is all.", "ok?\n" + no + "\n" + yes + "\nor so",
		"Fix the parser.\n\n    go test ./...\n\nOnly when every single test is green, say so with\n" + yes,
		"Only when this is green\n\n    go test ./...   and nothing else is open here\n" + yes,
		"Say how it ended.\n" + yes + "      when everything is green\n" + no + "      when it can never be",
		"go test ./...      must be green, all of it and then\n" + yes, "Go.\nmake test      green\n" + yes,
	}
	const composer = "\r\n❯ "
	const wipe = "\r\x1b[A\x1b[J"
	widths := []int{20, 24, 26, 27, 28, 29, 31, 34, 40, 47, 64, 81, 120, 200}
	failures := 0
	for name, draw := range drawings {
		for n, text := range texts {
			for i, first := range widths {
				for _, second := range []int{first, 20, 30, widths[(i*7+n)%len(widths)]} {
					third := widths[(i*5+n*3+second)%len(widths)]
					sizes := slices.Compact([]int{first, second, third})
					if second == first {
						sizes = sizes[:1]
					}
					last := sizes[len(sizes)-1]
					for _, early := range []bool{false, true} { // the answer comes before the window changes
						e, err := newEye(tuiSigns(), io.Discard, time.Now())
						if err != nil {
							t.Fatal(err)
						}
						write := func(text string) { _, _ = e.Write([]byte(text)) }
						heard := func() loop.Signals {
							d := &driver{eye: e, talk: &conversation{}}
							d.hear(false)
							d.signals.Echoes = 0
							return d.signals
						}
						e.people(pty.Hands{Size: pty.Size{Cols: uint16(first), Rows: 40}})
						e.given("Look around in this repository, and tell me what you make of it.")
						write("❯ ")
						e.begin()
						e.given(text)
						write("\r\x1b[J" + draw(text, first) + composer)
						answer := func(cols int) string { return wipe + "● All is well.\r\n\r\n  " + no + "\r\n" + composer }
						if early {
							write(answer(first))
						}
						for _, cols := range sizes[1:] {
							e.people(pty.Hands{Size: pty.Size{Cols: uint16(cols), Rows: 40}})
						}
						where := fmt.Sprintf("%s draws %q at %v", name, text, sizes)
						if !early {
							if got := heard(); promised(got) {
								t.Errorf("%s: heard %+v of\n%s", where, got, e.shown())
								failures++
							}
							write(answer(last))
						}
						// Of a short text behind a name, or of a tag, no echo is known before the window is cut.
						fits := map[bool]int{true: first, false: last}[early] >= len(no)+2 && !(early && (text == yes || name == "dated"))
						if got := heard(); fits && got != (loop.Signals{Failure: true}) {
							t.Errorf("%s, early %v: of an answer heard %+v of\n%s", where, early, got, e.shown())
							failures++
						}
						if failures > 10 {
							t.FailNow()
						}
					}
				}
			}
		}
	}
}
