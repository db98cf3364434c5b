package orchestrator

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rooda/orchestrator/loop"
)

// excerptRunes is how much of an output's beginning and end goes with the
// report of a failure (ERR-58).
const excerptRunes = 500

// capture takes an agent's cleaned output: it scans it for promises, keeps
// the beginning and the most recent bytes, and counts. Its memory is bounded
// by the buffer limit however much comes.
type capture struct {
	scan  *loop.Scanner
	also  func(clean []byte) // may be nil
	head  []byte
	tail  ring
	total int64
}

func newCapture(prompt string, limit int, also func([]byte)) *capture {
	return &capture{scan: loop.NewScanner(prompt), also: also, tail: ring{limit: limit}}
}

func (c *capture) Write(p []byte) (int, error) {
	_, _ = c.scan.Write(p) // a Scanner never fails
	if room := excerptRunes*utf8.UTFMax - len(c.head); room > 0 {
		c.head = append(c.head, p[:min(room, len(p))]...)
	}
	c.tail.write(p)
	c.total += int64(len(p))
	if c.also != nil {
		c.also(p)
	}
	return len(p), nil
}

// truncated reports whether output was dropped from the beginning (ERR-67).
func (c *capture) truncated() bool { return c.total > int64(c.tail.limit) }

// excerpts returns the first and the last characters; last is empty when
// first holds everything.
func (c *capture) excerpts() (first, last string) {
	text := c.tail.last((excerptRunes + 1) * utf8.UTFMax)
	whole := int64(len(text)) == c.total
	for !whole && text != "" && !utf8.RuneStart(text[0]) {
		text = text[1:] // the rest of a character that was dropped
	}
	if whole && utf8.RuneCountInString(text) <= excerptRunes {
		return escape(text), ""
	}
	return escape(firstRunes(string(c.head), excerptRunes)), escape(lastRunes(text, excerptRunes))
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func lastRunes(s string, n int) string {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return s[at:]
}

// escape makes control characters visible, so that an excerpt cannot act on
// the terminal that shows it. Newlines and tabs stay.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
