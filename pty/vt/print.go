package vt

import "github.com/clipperhouse/displaywidth"

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
