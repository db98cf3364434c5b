package orchestrator

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"rooda/adapters"
	"rooda/orchestrator/loop"
)

// lastWords finds the promise at the end of what a terminal shows, and has shown, of an answer,
// for agents that do not tell their final message in another way: the last
// tag that stands alone on a line, in backticks or not, below the last thing
// that was typed, and that is no echo of what was typed at all (DESIGN 5.3). Above an echo
// nothing is of that answer.
// typed is everything that was handed to the agent, the newest last.
func lastWords(screen string, typed []string) loop.Signals {
	lines := strings.Split(screen, "\n")
	from := 0
	if len(typed) > 0 {
		from = below(lines, typed[len(typed)-1])
	}
	for i := len(lines) - 1; i >= from; i-- {
		switch tag := alone(lines[i]); {
		case tag == "":
		case quotes(lines, i, typed):
			return loop.Signals{Echoes: 1}
		default:
			return loop.Signals{Success: tag == loop.SuccessTag, Failure: tag == loop.FailureTag}
		}
	}
	return loop.Signals{}
}

// below returns the number of the first line after the echo of a text: the lowest place with the
// beginning of its last line that is more than a tag, in however many lines. 0 when there is none.
func below(lines []string, text string) int {
	const long = 24
	last := ""
	for line := range strings.Lines(text) {
		if adapters.Letters(line) != "" && alone(column(line)) == "" {
			last = line
		}
	}
	mark := words(last)
	if mark == "" {
		return 0
	}
	short := utf8.RuneCountInString(mark) < opening
	mark = firstRunes(mark, long)
	rest := "" // of the lines below, as much as may belong to a mark
	for i := len(lines) - 1; i >= 0; i-- {
		shown := words(lines[i])
		if shown == "" {
			continue
		}
		if short && shown == mark {
			return i + 1
		}
		if at := strings.Index(shown+rest, mark); !short && at >= 0 {
			for at += len(mark) - len(shown); at > 0; at -= len(words(lines[i])) {
				i++
			}
			return i + 1
		}
		rest = firstRunes(shown+rest, long)
	}
	return 0
}

// words are the letters of a line that are of its text: no clock, nor what stands beside it.
func words(line string) string { return adapters.Letters(adapters.Untimed(column(line))) }

// alone returns the tag that a line consists of, beside white space, frames,
// the bullet of an answer, a clock and backticks; empty for any other line.
func alone(line string) string {
	text := strings.TrimFunc(adapters.Untimed(line), func(r rune) bool {
		return unicode.IsSpace(r) || r == '`' || r > unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	if text == loop.SuccessTag || text == loop.FailureTag {
		return text
	}
	return ""
}

// message finds the promises of an agent's final message.
func message(text string, typed []string) loop.Signals {
	scan := loop.NewScanner(typed...)
	_, _ = scan.Write(bytes.ToValidUTF8([]byte(text), nil)) // never fails
	return scan.Signals()
}
