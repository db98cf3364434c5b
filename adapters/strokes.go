package adapters

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longWord is how many characters in a row are typed one by one; more are a text.
const longWord = 3

// Strokes takes an answer apart into what a person would press one after the other: keys, and
// characters. Many programs take what comes in one read for a paste, or use its first key only. A
// text of more than a few characters stays whole.
func Strokes(keys string) []string {
	var strokes []string
	for keys != "" {
		n := stroke(keys)
		if n > 0 {
			strokes, keys = append(strokes, keys[:n]), keys[n:]
			continue
		}
		if n = strings.IndexFunc(keys, unicode.IsControl); n < 0 {
			n = len(keys)
		}
		word := []string{keys[:n]}
		if utf8.RuneCountInString(keys[:n]) <= longWord {
			word = strings.Split(keys[:n], "")
		}
		strokes, keys = append(strokes, word...), keys[n:]
	}
	return strokes
}

// stroke is the length of the control character or sequence that some keys begin with, 0 for none.
func stroke(keys string) int {
	if r, n := utf8.DecodeRuneInString(keys); !unicode.IsControl(r) {
		return 0
	} else if r != '\x1b' || len(keys) == n {
		return n
	}
	switch keys[1] {
	case '[':
		for i := 2; i < len(keys); i++ {
			if keys[i] >= 0x40 && keys[i] <= 0x7e {
				return i + 1
			}
		}
		return len(keys)
	case 'O':
		return min(3, len(keys))
	case '\x1b':
		return 1
	}
	_, n := utf8.DecodeRuneInString(keys[1:]) // Alt
	return 1 + n
}
