package vt

import (
	"bytes"
	"strconv"
	"strings"
)

// Pressed reports whether a person pressed any key or button in p, which is what a terminal sent. It
// sends more by itself: where the mouse goes, that the window has the focus, and what it is asked for.
// What p cuts in two counts as a key, and so does the wheel.
func Pressed(p []byte) bool {
	for len(p) > 0 {
		n := reportLen(p)
		if n == 0 {
			return true
		}
		p = p[n:]
	}
	return false
}

// Moved reports whether p is nothing but where the mouse goes: then only the last of it says where it is.
func Moved(p []byte) bool {
	for len(p) > 0 {
		n := reportLen(p)
		if n == 0 || !moves(p[:n]) {
			return false
		}
		p = p[n:]
	}
	return true
}

// moves reports whether a report is one of the mouse that goes somewhere.
func moves(p []byte) bool {
	body := string(p[2 : len(p)-1])
	number, _, _ := strings.Cut(body, ";")
	first, _ := strconv.Atoi(strings.TrimPrefix(number, "<"))
	switch {
	case p[1] != '[':
		return false
	case p[2] == 'M':
		return (int(p[3])-32)&moving != 0
	case p[2] == '<':
		return p[len(p)-1] == 'M' && first&moving != 0
	}
	return p[len(p)-1] == 'M' && (first-32)&moving != 0
}

// reportLen is the length of the report that p begins with, 0 for none.
func reportLen(p []byte) int {
	if len(p) < 3 || p[0] != esc {
		return 0
	}
	switch p[1] {
	case '[':
		return controlReportLen(p)
	case ']', 'P', '_':
		end := bytes.IndexByte(p, '\a')
		if st := bytes.Index(p, []byte("\x1b\\")); st >= 0 && (end < 0 || st < end) {
			end = st + 1
		}
		return end + 1
	}
	return 0
}

func controlReportLen(p []byte) int {
	if p[2] == 'M' { // the oldest kind of mouse
		if len(p) < 6 || clicks(int(p[3])) {
			return 0
		}
		return 6
	}
	n := 2
	for n < len(p) && p[n] >= 0x20 && p[n] < 0x40 {
		n++
	}
	if n == len(p) {
		return 0
	}
	body, final := string(p[2:n]), p[n]
	if !reports(body, final) {
		return 0
	}
	return n + 1
}

// reports says whether a control sequence is none that a key or a button sends.
func reports(body string, final byte) bool {
	if body == "" {
		return final == 'I' || final == 'O'
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(body, "<"), ";")
	first, _ := strconv.Atoi(number)
	switch {
	case body[0] == '<':
		return final == 'm' || final == 'M' && first&moving != 0
	case body[0] > '<': // keys have no other prefix
		return true
	case final == 'M':
		return !clicks(first)
	case final == 'R': // the place of the cursor; in the first row it looks like F3 with a modifier
		return first != 1
	}
	return final == 'n' || final == 't' || final == 'y' && body[len(body)-1] == '$'
}

// moving is the bit of a mouse that goes somewhere, whatever is pressed.
const moving = 32

// clicks reports whether a mouse without a word for a release says by b that a button is pressed, or the wheel.
func clicks(b int) bool {
	b -= 32
	return b&moving == 0 && (b >= 64 || b&3 != 3)
}
