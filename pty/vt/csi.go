package vt

// csi acts on a control sequence.
func (s *Screen) csi(final byte) {
	ps := &s.parser
	if final == 'm' && ps.prefix == 0 && ps.inter == 0 {
		s.dirty = true
		s.sgr()
		return
	}
	if s.query(final) {
		return
	}
	s.dirty = true
	switch {
	case ps.inter != 0:
		s.intermediate(final)
	case ps.prefix != 0:
		s.private(final)
	case s.moves(final) || s.edits(final):
	default:
		s.switches(final)
	}
}

// moves acts on what moves the cursor.
func (s *Screen) moves(final byte) bool {
	ps, c := &s.parser, &s.cursor
	n := ps.count()
	switch final {
	case 'A':
		s.up(n)
	case 'B':
		s.down(n)
	case 'C', 'a':
		s.move(c.x+n, c.y)
	case 'D':
		s.move(c.x-n, c.y)
	case 'E':
		s.down(n)
		c.x = 0
	case 'F':
		s.up(n)
		c.x = 0
	case 'G', '`':
		s.move(n-1, c.y)
	case 'H', 'f':
		s.place(ps.param(1, 1), n)
	case 'I':
		s.tab(n)
	case 'Z':
		s.backTab(n)
	case 'd':
		s.place(c.x+1, n)
	case 'e': // unlike CUD, it passes the scroll region's edge
		edge := s.rows - 1
		if c.origin {
			edge = s.bottom
		}
		s.move(c.x, min(c.y+n, edge))
	case 's':
		s.saveCursor()
	case 'u':
		s.restoreCursor()
	default:
		return false
	}
	return true
}

// edits acts on what changes the cells.
func (s *Screen) edits(final byte) bool {
	ps := &s.parser
	n := ps.count()
	switch final {
	case '@':
		s.insertCells(n)
	case 'J':
		s.eraseScreen(ps.param(0, 0))
	case 'K':
		s.eraseLine(ps.param(0, 0))
	case 'L':
		s.insertRows(n)
	case 'M':
		s.deleteRows(n)
	case 'P':
		s.deleteCells(n)
	case 'S':
		s.grid.scrollUp(s.top, s.bottom, n, s.background())
	case 'T':
		if ps.n <= 1 { // five parameters: mouse highlighting
			s.grid.scrollDown(s.top, s.bottom, n, s.background())
		}
	case 'X':
		s.eraseCells(n)
	case 'b':
		s.repeat(n)
	default:
		return false
	}
	return true
}

// switches acts on what changes the terminal's state.
func (s *Screen) switches(final byte) {
	ps := &s.parser
	switch final {
	case 'g':
		switch ps.param(0, 0) {
		case 0:
			s.tabs[s.cursor.x] = false
		case 3:
			clear(s.tabs)
		}
	case 'h', 'l':
		s.setModes(final == 'h')
	case 'r':
		s.region(ps.param(0, 1)-1, ps.param(1, s.rows)-1)
	case 't':
		switch ps.param(0, 0) {
		case 22:
			s.pushTitle()
		case 23:
			s.popTitle()
		}
	}
}

// private acts on sequences with one of < = > ? in front.
func (s *Screen) private(final byte) {
	ps := &s.parser
	switch {
	case ps.prefix == '?' && (final == 'h' || final == 'l'):
		s.setModes(final == 'h')
	case ps.prefix == '?' && final == 'J':
		s.eraseScreen(ps.param(0, 0))
	case ps.prefix == '?' && final == 'K':
		s.eraseLine(ps.param(0, 0))
	case ps.prefix == '?' && final == 'W' && ps.param(0, 0) == 5:
		s.tabs = defaultTabs(nil, s.cols)
	case final == 'u':
		s.kitty()
	case ps.prefix == '>' && (final == 'm' || final == 'n') && ps.param(0, 0) == 4:
		s.otherKeys = 0
		if final == 'm' {
			s.otherKeys = uint8(min(ps.param(1, 0), 3))
		}
	}
}

// intermediate acts on sequences with an intermediate byte.
func (s *Screen) intermediate(final byte) {
	ps := &s.parser
	switch {
	case ps.prefix == 0 && ps.inter == ' ' && final == 'q':
		if n := ps.param(0, 0); n <= int(SteadyBar) {
			s.shape = Shape(n)
		}
	case ps.prefix == 0 && ps.inter == '!' && final == 'p':
		s.softReset()
	}
}

// region sets the scroll region, both rows inclusive, and homes the cursor.
func (s *Screen) region(top, bottom int) {
	bottom = min(bottom, s.rows-1)
	if top >= bottom {
		return
	}
	s.top, s.bottom = top, bottom
	s.place(1, 1)
}
