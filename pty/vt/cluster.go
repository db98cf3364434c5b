package vt

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// maxCluster bounds the bytes of one cell's text.
const maxCluster = 64

// join adds r to the character before the cursor where both are one: marks
// and other characters of no width, what follows a joiner, skin tones, and
// the second half of a flag. It returns whether r has been dealt with.
func (s *Screen) join(r rune, width int) bool {
	const joiner, firstTone, lastTone = 0x200d, 0x1f3fb, 0x1f3ff
	flag := isFlagHalf(r)
	tone := r >= firstTone && r <= lastTone
	x, row := s.before()
	if row == nil {
		return width == 0
	}
	c := &row.cells[x]
	if width > 0 && !flag && !tone && c.ch&cluster == 0 {
		return false
	}
	text := s.text(*c)
	last, _ := utf8.DecodeLastRuneInString(text)
	first, size := utf8.DecodeRuneInString(text)
	switch {
	case width == 0 || last == joiner:
	case flag && isFlagHalf(first) && size == len(text):
	case tone && c.ch&wide != 0:
	default:
		return false
	}
	if len(text)+utf8.RuneLen(r) > maxCluster {
		return true
	}
	if s.clusters.full() {
		s.collect()
	}
	text += string(r)
	grows := c.ch&wide == 0 && displaywidth.String(text) == 2
	if grows && s.cursor.pending {
		return true // no room: it stays what it is
	}
	c.ch = c.ch&wide | cluster | s.clusters.put(text)
	row.used = max(row.used, x+1) // it may have been a blank
	if grows {
		s.widen(row, x)
	}
	return true
}

// widen makes the character before the cursor a wide one, because what was
// added to it asks for a picture.
func (s *Screen) widen(row *row, x int) {
	row.split(x, x+2)
	row.wide = true
	row.cells[x].ch |= wide
	row.cells[x+1] = cell{spacer, row.cells[x].style}
	row.used = max(row.used, x+2)
	if x+2 < s.cols {
		s.cursor.x = x + 2
	} else {
		s.cursor.x, s.cursor.pending = s.cols-1, s.modes.Has(AutoWrap)
	}
}

// before finds the character that a mark printed now belongs to.
func (s *Screen) before() (int, *row) {
	x := s.cursor.x
	if !s.cursor.pending {
		x--
	}
	row := s.grid.row(s.cursor.y)
	if x < 0 {
		return 0, nil
	}
	if row.cells[x].ch&spacer != 0 {
		x--
	}
	return x, row
}

func isFlagHalf(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
