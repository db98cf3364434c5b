package cmd

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// visible passes text on to a terminal with its control characters written
// out, so that a file that is shown cannot act on the terminal. Newlines and
// tabs stay, and so does the CR of a line end. Characters must not be split
// between writes.
type visible struct{ w io.Writer }

func (v visible) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.w, escapeControls(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escapeControls(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
			b.WriteRune(r)
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			fmt.Fprintf(&b, "\\x%02x", r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}
