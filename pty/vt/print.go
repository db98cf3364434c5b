package vt

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// maxCluster bounds the bytes of one cell's text.
const maxCluster = 64

// printASCII prints a run of printable ASCII.
func (s *Screen) printASCII(p []byte) {
	s.dirty = true
	s.last = rune(p[len(p)-1])
	c := &s.cursor
	if c.sets[c.gl] != 0 || c.single != 0 || s.modes.Has(Insert) {
		for _, b := range p {
			s.print(rune(b))
		}
		return
	}
	style := s.pen()
	for len(p) > 0 {
		if c.pending {
			s.wrap()
		}
		r := s.grid.row(c.y)
		n := min(len(p), s.cols-c.x)
		end := c.x + n
		r.split(c.x, end)
		cells := r.cells[c.x:end]
		for i, b := range p[:len(cells)] {
			cells[i] = cell{uint32(b) ^ flip, style}
		}
		r.used = max(r.used, end)
		p = p[n:]
		if end < s.cols {
			c.x = end
			return
		}
		c.x = s.cols - 1
		if !s.modes.Has(AutoWrap) {
			if len(p) > 0 {
				cells[n-1].ch = uint32(p[len(p)-1]) ^ flip
			}
			return
		}
		c.pending = true
	}
}

// wrap goes on in the next row.
func (s *Screen) wrap() {
	s.grid.row(s.cursor.y).wrapped = true
	s.index()
	s.cursor.x = 0
}

// print prints any code point that is not a control.
func (s *Screen) print(r rune) {
	s.dirty = true
	c := &s.cursor
	if set := c.sets[c.gl]; set != 0 || c.single != 0 {
		if c.single != 0 {
			set, c.single = c.sets[c.single], 0
		}
		r = translate(set, r)
	}
	width := 1
	if r >= 0x300 {
		width = displaywidth.Rune(r)
		if s.join(r, width) {
			return
		}
	} else if r == 0xad {
		return // a soft hyphen is not shown
	}
	s.last = r
	if width == 0 {
		return
	}
	if c.x+width > s.cols && !c.pending {
		if !s.modes.Has(AutoWrap) {
			return
		}
		s.wrap()
	} else if c.pending {
		s.wrap()
	}
	s.put(uint32(r)^flip, width)
}

// put writes one character at the cursor and moves on.
func (s *Screen) put(ch uint32, width int) {
	c := &s.cursor
	row := s.grid.row(c.y)
	style := s.pen()
	end := c.x + width
	if s.modes.Has(Insert) && end < s.cols {
		row.insert(c.x, width, style)
	}
	row.split(c.x, end)
	if width == 2 {
		row.wide = true
		row.cells[c.x] = cell{ch | wide, style}
		row.cells[c.x+1] = cell{spacer, style}
	} else {
		row.cells[c.x] = cell{ch, style}
	}
	row.used = max(row.used, end)
	if end < s.cols {
		c.x = end
		return
	}
	c.x, c.pending = s.cols-1, s.modes.Has(AutoWrap)
}

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

// translate maps r by a designated character set.
func translate(set byte, r rune) rune {
	switch {
	case set == '0' && r >= 0x5f && r <= 0x7e:
		return drawing[r-0x5f]
	case set == 'A' && r == '#':
		return '£'
	}
	return r
}

// drawing is the DEC special graphics set, from 0x5f on.
var drawing = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
