package adapters

import (
	"io"
	"strings"
	"unicode"
)

// text gathers decoded output and knows whether its last line has ended.
type text struct {
	out  []byte
	open bool
	err  error
}

// raw appends bytes as they are.
func (t *text) raw(p []byte) {
	if len(p) == 0 {
		return
	}
	t.out = append(t.out, p...)
	t.open = p[len(p)-1] != '\n'
}

// startLine ends a line that is still open.
func (t *text) startLine() {
	if t.open {
		t.raw([]byte{'\n'})
	}
}

// line appends s as a line of its own.
func (t *text) line(s string) {
	t.startLine()
	t.raw([]byte(s + "\n"))
}

// flush hands the output to w. After an error the decoder stays failed.
func (t *text) flush(w io.Writer) error {
	if t.err == nil && len(t.out) > 0 {
		_, t.err = w.Write(t.out)
	}
	t.out = t.out[:0]
	return t.err
}

// printable drops control characters other than newline and tab: JSON can
// carry them past the terminal's cleaner.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// brief makes one short line of s.
func brief(s string, limit int) string {
	s = strings.Join(strings.Fields(printable(s)), " ")
	runes := []rune(s)
	if len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return s
}
