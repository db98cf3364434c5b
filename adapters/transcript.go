package adapters

import "strings"

// transcript remembers a text of any length by its size and sum, blanks left
// out, because a repetition may be spaced differently.
type transcript struct {
	size int
	sum  uint64
}

func (t *transcript) add(s string) {
	for _, b := range []byte(s) {
		t.addByte(b)
	}
}

func (t *transcript) addByte(b byte) {
	if b == ' ' || b == '\t' || b == '\n' {
		return
	}
	if t.size == 0 {
		t.sum = fnvOffset
	}
	t.size++
	t.sum = (t.sum ^ uint64(b)) * fnvPrime
}

// FNV-1a's constants.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// without returns what follows in s after a repetition of t, and whether s
// begins with one. Nothing is a repetition of an empty text.
func (t transcript) without(s string) (string, bool) {
	var seen transcript
	for i := 0; i < len(s) && t.size > 0; i++ {
		seen.addByte(s[i])
		if seen.size == t.size {
			if seen.sum != t.sum {
				break
			}
			rest := s[i+1:]
			if strings.TrimSpace(rest) == "" {
				rest = ""
			}
			return rest, true
		}
	}
	return s, false
}
