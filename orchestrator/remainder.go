package orchestrator

import (
	"slices"
	"strings"

	"rooda/adapters"
)

// remainder is the letters of the end of a text.
type remainder struct{ letters, text string }

// after returns what follows a row that continues the rest, or stands further on in it: a part that
// is long enough, or one of its lines as a whole. ok is false for any other row.
func (t remainder) after(r row) (remainder, bool) {
	if left, found := strings.CutPrefix(t.letters, r.words); found {
		return remainder{left, t.text}, true
	}
	if at := strings.Index(t.letters, r.words); at >= 0 && len(r.words) >= somewhere {
		return remainder{t.letters[at+len(r.words):], t.text}, true
	}
	lines := strings.Split(t.text, "\n")
	left := ""
	found := false
	for _, line := range slices.Backward(lines) {
		words := adapters.Letters(line)
		if len(words)+len(left) > len(t.letters) {
			break
		}
		if words == r.words {
			t.letters, found = left, true
		}
		left = words + left
	}
	return t, found
}
