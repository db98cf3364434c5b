package orchestrator

import (
	"bytes"
	"strings"
	"unicode"

	"rooda/orchestrator/loop"
)

// lastWords finds the promise at the end of what a terminal shows, and has shown, of an answer,
// for agents that do not tell their final message in another way: the last
// tag that stands alone on a line, in backticks or not, below the last thing
// that was typed, and that is no echo of what was typed at all (DESIGN 5.3).
// typed is everything that was handed to the agent, the newest last.
func lastWords(screen string, typed []string) loop.Signals {
	lines := strings.Split(screen, "\n")
	from := 0
	if len(typed) > 0 {
		from = below(lines, typed[len(typed)-1])
	}
	for i := len(lines) - 1; i >= from; i-- {
		tag := alone(lines[i])
		if tag == "" {
			continue
		}
		// The scanner's echo mask looks at the surroundings, so all other
		// tags are made harmless and stay.
		scan := loop.NewScanner(strings.Join(typed, "\n"))
		for j, line := range lines {
			if j != i {
				line = harmless(line)
			}
			_, _ = scan.Write([]byte(line + "\n")) // never fails
		}
		if s := scan.Signals(); promised(s) {
			return s
		}
	}
	return loop.Signals{}
}

// below returns the number of the first line after the echo of a text: the
// lowest line that holds the beginning of its last line that is more than a tag. 0 when there is none.
func below(lines []string, text string) int {
	const long = 24
	last := ""
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" && alone(line) == "" {
			last = line
		}
	}
	mark := []rune(compact(last))
	if len(mark) == 0 {
		return 0
	}
	want := string(mark[:min(len(mark), long)])
	for i := len(lines) - 1; i >= 0; i-- {
		line := compact(lines[i])
		if len(mark) < 6 && strings.TrimLeft(line, "❯›»>") == want || len(mark) >= 6 && strings.Contains(line, want) {
			return i + 1
		}
	}
	return 0
}

// alone returns the tag that a line consists of, beside white space, frames,
// the bullet of an answer and backticks; empty for any other line.
func alone(line string) string {
	text := strings.TrimFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || r == '`' || r > unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	if text == loop.SuccessTag || text == loop.FailureTag {
		return text
	}
	return ""
}

// compact leaves out white space and frames.
func compact(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x2500 && r <= 0x259f {
			return -1
		}
		return r
	}, s)
}

// message finds the promises of an agent's final message.
func message(text string, typed []string) loop.Signals {
	scan := loop.NewScanner(strings.Join(typed, "\n"))
	_, _ = scan.Write(bytes.ToValidUTF8([]byte(text), nil)) // never fails
	return scan.Signals()
}
