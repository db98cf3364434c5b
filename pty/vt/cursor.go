package vt

// cursor is where the next character goes and how it will look; it is what
// DECSC saves.
type cursor struct {
	x, y    int
	pending bool // the last column has been printed: wrap before the next
	pen     Style
	origin  bool
	sets    [4]byte // designated character sets: 0 for ASCII, '0', 'A'
	gl      uint8   // which of sets is in use
	single  uint8   // which is in use for one character, 0 for none
}

// move puts the cursor at x, y, counted from the screen's corner.
func (s *Screen) move(x, y int) {
	s.cursor.x, s.cursor.y = min(max(x, 0), s.cols-1), min(max(y, 0), s.rows-1)
	s.cursor.pending = false
}

// place is CUP: it counts from 1, and in origin mode from the scroll region.
func (s *Screen) place(col, row int) {
	if s.cursor.origin {
		s.move(col-1, min(row-1+s.top, s.bottom))
		return
	}
	s.move(col-1, row-1)
}

// up and down stop at the scroll region's edge unless already beyond it.
func (s *Screen) up(n int) {
	edge := 0
	if s.cursor.y >= s.top {
		edge = s.top
	}
	s.move(s.cursor.x, max(s.cursor.y-n, edge))
}

func (s *Screen) down(n int) {
	edge := s.rows - 1
	if s.cursor.y <= s.bottom {
		edge = s.bottom
	}
	s.move(s.cursor.x, min(s.cursor.y+n, edge))
}

// index moves down one row, and scrolls at the bottom of the region.
func (s *Screen) index() {
	if s.cursor.y == s.bottom {
		s.grid.scrollUp(s.top, s.bottom, 1, s.background())
	} else if s.cursor.y < s.rows-1 {
		s.cursor.y++
	}
	s.cursor.pending = false
}

func (s *Screen) reverseIndex() {
	if s.cursor.y == s.top {
		s.grid.scrollDown(s.top, s.bottom, 1, s.background())
	} else if s.cursor.y > 0 {
		s.cursor.y--
	}
	s.cursor.pending = false
}

// screenNumber tells what belongs to the main screen (0) from what belongs to
// the alternate one.
func (s *Screen) screenNumber() int {
	if s.grid == &s.alt {
		return 1
	}
	return 0
}

func (s *Screen) saveCursor() {
	saved := &s.saved[s.screenNumber()]
	*saved = s.cursor
	saved.single = 0
}

func (s *Screen) restoreCursor() {
	s.cursor = s.saved[s.screenNumber()]
	s.penKnown = false
	s.cursor.pending = s.cursor.pending && s.modes.Has(AutoWrap)
	s.setMode(Origin, s.cursor.origin)
	if s.cursor.origin {
		s.cursor.y = min(max(s.cursor.y, s.top), s.bottom)
	}
}

// tab moves to the nth stop to the right, or the last column.
func (s *Screen) tab(n int) {
	x := s.cursor.x
	for ; n > 0 && x < s.cols-1; n-- {
		for x++; x < s.cols-1 && !s.tabs[x]; x++ {
		}
	}
	pending := s.cursor.pending && x == s.cursor.x
	s.cursor.x, s.cursor.pending = x, pending
}

func (s *Screen) backTab(n int) {
	x := s.cursor.x
	for ; n > 0 && x > 0; n-- {
		for x--; x > 0 && !s.tabs[x]; x-- {
		}
	}
	s.move(x, s.cursor.y)
}

// pen returns the number of the style in use.
func (s *Screen) pen() uint32 {
	if !s.penKnown {
		s.penID, s.penKnown = s.styles.put(s.cursor.pen), true
	}
	return s.penID
}

// background returns the style of what is erased: nothing but the colour.
func (s *Screen) background() uint32 {
	if s.cursor.pen.BG == 0 {
		return 0
	}
	return s.styles.put(Style{BG: s.cursor.pen.BG})
}
