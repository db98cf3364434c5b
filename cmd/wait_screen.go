package cmd

import (
	"strings"

	"rooda/pty/shim"
	"rooda/pty/vt"
)

// rowsAbove is how many rows above the screen a line on it may begin.
const rowsAbove = 100

// shownLines is a screen as the lines that were printed, not as the rows that they were broken into.
type shownLines struct {
	*vt.Screen
	cut string // the first row of the picture, where that goes on with the row above it
}

func newShownLines(p shim.Picture) *shownLines {
	s := &shownLines{Screen: vt.New(vt.Options{Cols: p.Cols, Rows: p.Rows, Scrollback: rowsAbove})}
	s.Write([]byte(p.Styled))
	s.Write([]byte(p.Modes))
	above := vt.New(vt.Options{Cols: p.Cols, Rows: p.Rows, Scrollback: -1})
	above.Write([]byte(strings.TrimSuffix(p.History, "\r\n")))
	if above.Snapshot().Cursor.Pending {
		s.cut = s.Snapshot().Line(0).Text()
	}
	return s
}

// lines returns the lines without the blank ones at the end, and which of them the cursor is in. cut says that the
// first is the rest of one.
func (s *shownLines) lines() (lines [][]byte, open int, cut bool) {
	rows, at, cut := s.rows()
	open = -1
	for from := 0; from < len(rows); {
		to := lineEnd(rows, from)
		if at >= from && at < to {
			open = len(lines)
		}
		lines = append(lines, []byte(vt.Unwrapped(rows[from:to])))
		from = to
	}
	for len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines, open, cut
}

// lineEnd is the row after those of the line that begins at from.
func lineEnd(rows []vt.Line, from int) int {
	for from < len(rows)-1 && rows[from].Wrapped() {
		from++
	}
	return from + 1
}

// rows returns the rows from the beginning of the first line on, and which of them the cursor is in.
func (s *shownLines) rows() (rows []vt.Line, at int, cut bool) {
	first, end := s.History()
	from := end
	for from > first && s.Lines(from-1, 1)[0].Wrapped() {
		from--
	}
	rows, _ = s.Since(from)
	now := s.Snapshot()
	at = len(rows) - now.Rows + now.Cursor.Y
	if now.Modes.Has(vt.AltScreen) {
		return rows, at, false
	}
	cut = from == first && from > 0 || from == 0 && s.cut != "" && rows[0].Text() == s.cut
	return rows, at, cut
}

// begun returns what stands before the cursor on its line, and whether that is there from its beginning.
func (s *shownLines) begun() (line string, whole bool) {
	rows, at, cut := s.rows()
	from := at
	for from > 0 && rows[from-1].Wrapped() {
		from--
	}
	cursor := s.Snapshot().Cursor
	if cursor.Pending {
		cursor.X++
	}
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(vt.Unwrapped(rows[from:at+1]), vt.Unwrapped(rows[at:at+1]))) // with the blank it is broken at
	for x := range cursor.X {
		b.WriteString(rows[at].Cell(x).Text)
	}
	return b.String(), from > 0 || !cut
}
