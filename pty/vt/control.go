package vt

// control acts on a C0 control other than ESC.
func (s *Screen) control(b byte) {
	c := &s.cursor
	switch b {
	case bel:
		s.tell(Event{Kind: Bell})
		return
	case '\b':
		if c.x > 0 {
			s.move(c.x-1, c.y)
		}
		c.pending = false
	case '\t':
		s.tab(1)
	case '\n', '\v', '\f':
		s.lineFeed()
	case '\r':
		c.x, c.pending = 0, false
	case 0x0e:
		c.gl = 1
	case 0x0f:
		c.gl = 0
	default:
		return
	}
	s.dirty = true
}

func (s *Screen) lineFeed() {
	s.index()
	if s.modes.Has(NewLine) {
		s.cursor.x = 0
	}
}

// escape acts on ESC, intermediate bytes and b.
func (s *Screen) escape(b byte) {
	switch s.parser.inter {
	case 0:
	case '(', ')', '*', '+':
		s.dirty = true
		s.cursor.sets[s.parser.inter-'('] = known(b)
		return
	case '#':
		if b == '8' {
			s.dirty = true
			s.align()
		}
		return
	default:
		return
	}
	switch b {
	case '[':
		s.openCSI()
		return
	case ']', 'P', 'X', '^', '_':
		s.openString(b)
		return
	}
	s.dirty = true
	switch b {
	case '7':
		s.saveCursor()
	case '8':
		s.restoreCursor()
	case 'D':
		s.index()
	case 'E':
		s.cursor.x = 0
		s.index()
	case 'H':
		s.tabs[s.cursor.x] = true
	case 'M':
		s.reverseIndex()
	case 'N', 'O':
		s.cursor.single = b - 'N' + 2
	case 'n', 'o':
		s.cursor.gl = b - 'n' + 2
	case '=', '>':
		s.setMode(AppKeypad, b == '=')
	case 'c':
		s.reset()
	}
}

// known returns how a designated character set is stored; one that is not
// known counts as ASCII.
func known(set byte) byte {
	if set == '0' || set == 'A' {
		return set
	}
	return 0
}

// align fills the screen with E (DECALN).
func (s *Screen) align() {
	s.top, s.bottom = 0, s.rows-1
	for y := range s.rows {
		row := s.grid.row(y)
		row.blank(0)
		row.fill(0, s.cols, cell{ch: 'E' ^ flip})
	}
	s.move(0, 0)
}

// reset is RIS: all as at the start but for the history and the title.
func (s *Screen) reset() {
	s.showAlternate(false)
	s.softReset()
	for m := range modeCount {
		s.setMode(m, defaultModes.Has(m))
	}
	s.cursor, s.saved = cursor{}, [2]cursor{}
	s.clearRows(0, s.rows)
	s.tabs = defaultTabs(nil, s.cols)
	s.shape, s.last, s.otherKeys, s.titles = 0, 0, 0, nil
	s.keyboard = [2]kittyStack{}
	s.setProgress(Progress{})
	s.tell(Event{Kind: Reset})
}

// softReset is DECSTR.
func (s *Screen) softReset() {
	for _, m := range []Mode{Insert, Origin, AppCursor, AppKeypad} {
		s.setMode(m, false)
	}
	s.setMode(AutoWrap, true)
	s.setMode(CursorVisible, true)
	s.top, s.bottom = 0, s.rows-1
	s.cursor = cursor{x: s.cursor.x, y: s.cursor.y}
	s.saved[s.screenNumber()] = cursor{}
	s.penKnown = false
}
