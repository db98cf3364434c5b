package vt

import "strings"

// Line is one row of a screen or its history. It does not change.
type Line struct {
	cells   []cell // up to the last that is not blank in the default style
	wrapped bool
	width   int // of the row when it was last changed
	tables  *tables
	mark    Mark
}

// tables say what the numbers in cells mean. The slices only ever grow, past
// the lengths that are kept here.
type tables struct {
	styles   []Style
	clusters []string
	links    []Link
}

func (s *Screen) tables() *tables {
	return &tables{s.styles.list, s.clusters.list, s.links.list}
}

func (s *Screen) text(c cell) string {
	if c.ch&cluster != 0 {
		return s.clusters.list[c.ch&charBits]
	}
	return string(rune(c.ch&charBits ^ flip))
}

// Cell is one position of a line. Text is a space where nothing stands, and
// empty in the second cell of a wide character. Width is 2 for a wide
// character, 0 for its second cell, 1 for all others.
type Cell struct {
	Text  string
	Width int
	Style Style
	Link  Link
}

// Len returns how many cells the line has; all further ones are blank, in the
// default style.
func (l Line) Len() int { return len(l.cells) }

// Wrapped says that the text goes on in the next line, because it did not fit.
func (l Line) Wrapped() bool { return l.wrapped }

// Cell returns the cell at column x, counted from 0; past the end it is blank.
func (l Line) Cell(x int) Cell {
	if x >= len(l.cells) {
		return Cell{Text: " ", Width: 1}
	}
	c := l.cells[x]
	st := l.tables.styles[c.style]
	out := Cell{Width: 1, Style: st, Link: l.tables.links[st.link]}
	out.Style.link = 0
	switch {
	case c.ch&spacer != 0:
		out.Width = 0
		return out
	case c.ch&wide != 0:
		out.Width = 2
	}
	out.Text = string(l.appendText(nil, c))
	return out
}

// Text returns the characters without blanks at the end.
func (l Line) Text() string {
	var b strings.Builder
	b.Write(l.appendLine(nil))
	return b.String()
}

// appendLine appends the text without blanks at the end.
func (l Line) appendLine(b []byte) []byte {
	for _, c := range l.cells[:l.inked()] {
		switch {
		case c.ch < 0x80:
			b = append(b, byte(c.ch)^flip)
		case c.ch&spacer == 0:
			b = l.appendText(b, c)
		}
	}
	return b
}

// inked is how many cells there are without the blanks at the end.
func (l Line) inked() int {
	end := len(l.cells)
	for end > 0 && l.cells[end-1].ch == 0 {
		end--
	}
	return end
}

func (l Line) appendText(b []byte, c cell) []byte {
	if c.ch&cluster != 0 {
		return append(b, l.tables.clusters[c.ch&charBits]...)
	}
	return appendRune(b, rune(c.ch&charBits^flip))
}

// History returns the numbers of the first row that is kept above the main
// screen and of the row after the last: rows are counted from 0 as they leave
// the top. Growing the window takes rows back, which lowers end.
func (s *Screen) History() (first, end int64) {
	return s.main.scrolled - int64(s.main.history), s.main.scrolled
}

// Lines returns up to n rows of the history from row number from on, in
// order; rows that are gone or not yet there are left out. The alternate screen
// has no history.
func (s *Screen) Lines(from int64, n int) []Line {
	first, end := s.History()
	from = max(from, first)
	if from >= end || n <= 0 {
		return nil
	}
	to := min(end, from+int64(n))
	lines := make([]Line, 0, to-from)
	tables := s.tables()
	for ; from < to; from++ {
		row := s.main.row(int(from - end))
		lines = append(lines, Line{append([]cell(nil), trimmed(row)...), row.wrapped, len(row.cells), tables, row.mark()})
	}
	return lines
}

// Holds reports whether letters of ASCII, the first of which is there once, follow one another in the rows that Since returns, whatever
// blanks and ends of rows are between them. It copies nothing.
func (s *Screen) Holds(from int64, letters string) bool {
	if letters == "" {
		return true
	}
	y := 0
	if s.grid == &s.main {
		first, end := s.History()
		y = int(min(max(from, first), end) - end)
	}
	head, n := uint32(letters[0])^flip, 0
	for ; y < s.rows; y++ {
		r := s.grid.row(y)
		for _, c := range r.cells[:r.used] {
			switch {
			case c.ch == head:
				n = 1
			case n == 0, c.ch == 0:
				continue
			case c.ch == uint32(letters[n])^flip:
				n++
			default:
				n = 0
			}
			if n == len(letters) {
				return true
			}
		}
	}
	return false
}

// trimmed returns the row's cells up to the last that is not blank.
func trimmed(r *row) []cell {
	end := r.used
	for end > 0 && r.cells[end-1] == (cell{}) {
		end--
	}
	return r.cells[:end]
}
