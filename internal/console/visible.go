package console

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Visible returns a writer that passes text on to w, a terminal, with its control characters
// written out, so that a file that is shown cannot act on the terminal. Newlines and
// tabs stay, and so does the CR of a line end. Characters must not be split
// between writes.
func Visible(w io.Writer) io.Writer { return visibleWriter{w} }

type visibleWriter struct{ w io.Writer }

func (v visibleWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.w, EscapeControls(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// EscapeControls writes control characters out, and those that turn the
// direction of writing, which can make a text read as another.
func EscapeControls(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
			b.WriteRune(r)
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case control(r):
			fmt.Fprintf(&b, "\\x%02x", r)
		case turns(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

func control(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 }

func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// EscapeJSON writes out, the way JSON does, what encoding/json leaves as it
// is. Such characters can only be inside of strings.
func EscapeJSON(data []byte) []byte {
	if !bytes.ContainsFunc(data, badInJSON) {
		return data
	}
	var b bytes.Buffer
	for _, r := range string(data) {
		if badInJSON(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

func badInJSON(r rune) bool { return control(r) && r >= 0x7f || turns(r) }

// OneLine makes a text fit for a place in a line: white space is one blank,
// control characters are written out.
func OneLine(text string) string {
	return EscapeControls(strings.Join(strings.Fields(text), " "))
}

// EscapedJSON returns a writer that passes on JSON to w, whole values at a time, as EscapeJSON does.
func EscapedJSON(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ w io.Writer }

func (e jsonWriter) Write(p []byte) (int, error) {
	if _, err := e.w.Write(EscapeJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}
