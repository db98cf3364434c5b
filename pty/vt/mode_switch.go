package vt

// setModes acts on SM and RM.
func (s *Screen) setModes(on bool) {
	ps := &s.parser
	for _, number := range ps.params[:ps.n] {
		s.switchMode(int(number), ps.prefix == '?', on)
	}
}

func (s *Screen) switchMode(number int, private, on bool) {
	if private && s.switchScreen(number, on) {
		return
	}
	m, known := findMode(number, private)
	if !known {
		return
	}
	for _, group := range []Modes{mouseTracking, mouseEncoding} {
		if group.Has(m) {
			s.setGroup(group, m, on)
			return
		}
	}
	s.setMode(m, on)
	switch m {
	case Origin:
		s.cursor.origin = on
		s.place(1, 1)
	case AutoWrap:
		s.cursor.pending = s.cursor.pending && on
	}
}

// setGroup sets one of a group and clears the others; clearing any clears all.
func (s *Screen) setGroup(group Modes, m Mode, on bool) {
	for other := range modeCount {
		if group.Has(other) && other != m {
			s.setMode(other, false)
		}
	}
	s.setMode(m, on)
}

// setMode changes one bit and tells of it.
func (s *Screen) setMode(m Mode, on bool) {
	if s.modes.Has(m) == on {
		return
	}
	s.modes ^= 1 << m
	s.tell(Event{Kind: ModeChanged, Mode: m, On: on})
}

// switchScreen acts on the modes that change screens or save the cursor.
func (s *Screen) switchScreen(number int, on bool) bool {
	switch number {
	case 47, 1047:
		if !on && number == 1047 && s.grid == &s.alt {
			s.clearRows(0, s.rows)
		}
		s.showAlternate(on)
	case 1048:
		if on {
			s.saveCursor()
		} else {
			s.restoreCursor()
		}
	case 1049:
		if on && s.grid == &s.main {
			s.saveCursor()
			s.showAlternate(true)
			s.clearRows(0, s.rows)
		} else if !on {
			s.showAlternate(false)
			s.restoreCursor()
		}
	default:
		return false
	}
	return true
}

// showAlternate changes which screen is shown; the cursor stays.
func (s *Screen) showAlternate(on bool) {
	s.grid = &s.main
	if on {
		s.grid = &s.alt
	}
	s.setMode(AltScreen, on)
}
