package shim

import (
	"bytes"
	"unicode/utf8"
)

// maxKey is more than any key sends.
const maxKey = 32

// strokeLen is the length of what a terminal sends for one key, or for one report of the mouse, at
// the beginning of p, which is not empty: a character, or an escape sequence as far as it is there.
// Escapes belong to what follows them, as Alt does.
func strokeLen(p []byte) int {
	p = p[:min(len(p), maxKey+1)]
	n := len(p) - len(bytes.TrimLeft(p, "\x1b"))
	switch {
	case n == 0:
		return runeLen(p)
	case n == len(p):
	case p[n] == '[':
		n += controlLen(p[n:])
	case p[n] == 'O': // the keypad's, and function keys; with a modifier, of some
		n++
		for n < len(p) && p[n] >= '0' && p[n] <= '9' {
			n++
		}
		if n < len(p) && p[n] >= ' ' {
			n += runeLen(p[n:])
		}
	default:
		n += runeLen(p[n:])
	}
	if n > maxKey {
		return 1
	}
	return n
}

// controlLen is that of a control sequence after its Escape.
func controlLen(p []byte) int {
	n := 1
	for n < len(p) && p[n] >= 0x20 && p[n] < 0x40 {
		n++
	}
	if n == len(p) || p[n] < 0x20 || p[n] > 0x7e {
		return n
	}
	n++
	if n == 2 && p[1] == 'M' { // button, column and row of the oldest kind of mouse
		n += 3
	}
	if n == 2 && p[1] == '[' { // a function key of Linux's console
		n++
	}
	return min(n, len(p))
}

// runeLen is that of a character, or of what is there of it; of a byte that belongs to none it is 1.
func runeLen(p []byte) int {
	want := 1
	switch {
	case p[0] >= 0xf8:
	case p[0] >= 0xf0:
		want = 4
	case p[0] >= 0xe0:
		want = 3
	case p[0] >= 0xc0:
		want = 2
	}
	n := 1
	for n < min(want, len(p)) && !utf8.RuneStart(p[n]) {
		n++
	}
	return n
}

// restOfStroke is what is missing of the key in which p is cut at n. A lone Escape at the end is whole.
func restOfStroke(p []byte, n int) []byte {
	for at := 0; at < n; {
		at += strokeLen(p[at:])
		if at > n {
			return bytes.Clone(p[n:at])
		}
	}
	return nil
}

// wholeStrokes is how much of p, at most n bytes, can be typed without cutting a key in two.
func wholeStrokes(p []byte, n int) int {
	end := 0
	for end < len(p) {
		next := end + strokeLen(p[end:])
		if next > n {
			break
		}
		end = next
	}
	return end
}
