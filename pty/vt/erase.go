package vt

// clearRows blanks rows [from, to).
func (s *Screen) clearRows(from, to int) {
	style := s.background()
	for y := from; y < to; y++ {
		s.grid.row(y).blank(style)
	}
}

// eraseScreen is ED.
func (s *Screen) eraseScreen(how int) {
	switch how {
	case 0:
		s.eraseLine(0)
		s.clearRows(s.cursor.y+1, s.rows)
	case 1:
		s.clearRows(0, s.cursor.y)
		s.eraseLine(1)
	case 2:
		s.clearRows(0, s.rows)
		s.cursor.pending = false
	case 3:
		s.main.forget()
	}
}

// eraseLine is EL.
func (s *Screen) eraseLine(how int) {
	switch how {
	case 0:
		s.eraseRange(s.cursor.x, s.cols)
	case 1:
		s.eraseRange(0, s.cursor.x+1)
	case 2:
		s.eraseRange(0, s.cols)
	}
}

// eraseCells is ECH.
func (s *Screen) eraseCells(n int) {
	s.eraseRange(s.cursor.x, min(s.cursor.x+n, s.cols))
}

// eraseRange blanks columns [from, to) of the cursor's row.
func (s *Screen) eraseRange(from, to int) {
	row := s.grid.row(s.cursor.y)
	row.fill(from, to, cell{style: s.background()})
	if to == s.cols {
		row.wrapped = false
	}
	s.cursor.pending = false
}

// insertCells is ICH.
func (s *Screen) insertCells(n int) {
	s.grid.row(s.cursor.y).insert(s.cursor.x, n, s.background())
	s.cursor.pending = false
}

// deleteCells is DCH.
func (s *Screen) deleteCells(n int) {
	s.grid.row(s.cursor.y).remove(s.cursor.x, n, s.background())
	s.cursor.pending = false
}

// insertRows is IL: it acts inside the scroll region only.
func (s *Screen) insertRows(n int) {
	if s.cursor.y < s.top || s.cursor.y > s.bottom {
		return
	}
	s.grid.scrollDown(s.cursor.y, s.bottom, n, s.background())
	s.cursor.x, s.cursor.pending = 0, false
}

// deleteRows is DL. Deleted rows are not history.
func (s *Screen) deleteRows(n int) {
	if s.cursor.y < s.top || s.cursor.y > s.bottom {
		return
	}
	height := s.bottom - s.cursor.y + 1
	n = min(n, height)
	s.grid.rotate(s.cursor.y, s.bottom, n)
	s.clearRows(s.bottom-n+1, s.bottom+1)
	s.cursor.x, s.cursor.pending = 0, false
}

// repeat is REP. It prints at most a screen full.
func (s *Screen) repeat(n int) {
	r := s.last
	if r == 0 {
		return
	}
	for range min(n, s.cols*s.rows) {
		s.print(r)
	}
}
