package vt

import (
	"strings"
	"unicode/utf8"
)

// Shape is the cursor's, with the numbers of DECSCUSR; 0 is the terminal's own.
type Shape uint8

const (
	BlinkingBlock Shape = iota + 1
	SteadyBlock
	BlinkingUnderline
	SteadyUnderline
	BlinkingBar
	SteadyBar
)

// Cursor is where the next character goes, counted from 0.
type Cursor struct {
	X     int   `json:"x"`
	Y     int   `json:"y"`
	Shape Shape `json:"shape,omitempty"`
	// Pending says that the last column has just been printed: the next
	// character goes to the next row.
	Pending bool `json:"pending,omitempty"`
}

// Keyboard is how keys are asked for.
type Keyboard struct {
	// Kitty is the stack of flags of the screen shown, the last in force.
	Kitty []uint8
	// Under is that of the main screen while the alternate one is shown.
	Under []uint8
	// OtherKeys is the level of modifyOtherKeys.
	OtherKeys uint8
}

// Snapshot is a Screen at one moment. It never changes, and all methods may be
// called from any goroutine.
type Snapshot struct {
	Cols, Rows int
	Cursor     Cursor
	Title      string
	Modes      Modes
	Keyboard   Keyboard
	Progress   Progress
	// Generation is greater than that of an earlier snapshot if anything
	// that a snapshot shows may have changed in between, and equal if nothing has.
	Generation uint64
	// Offset is where in the output log the live bytes begin that continue
	// this snapshot. A sequence or character of which only a part has come
	// is not in the snapshot, and begins here; only a control inside such a
	// part has already been acted on.
	Offset int64

	lines []Line // of the screen shown
	under []Line // of the main screen while the alternate one is shown
	state hidden
}

// hidden is what a viewer cannot see, but what output to come depends on.
type hidden struct {
	cursor      cursor
	saved       [2]cursor
	top, bottom int
	tabs        []bool
	tables      *tables
}

// Snapshot returns the screen as it is. Its cost is that of copying the cells
// in use, whatever the history.
func (s *Screen) Snapshot() *Snapshot {
	tables := s.tables()
	snap := &Snapshot{
		Cols: s.cols, Rows: s.rows,
		Cursor: Cursor{s.cursor.x, s.cursor.y, s.shape, s.cursor.pending},
		Title:  s.title, Modes: s.modes, Progress: s.progress,
		Keyboard:   Keyboard{Kitty: s.keyboard[s.screenNumber()], OtherKeys: s.otherKeys},
		Generation: s.generation, Offset: s.Settled(),
		lines: freeze(s.grid, tables),
		state: hidden{
			s.cursor, s.saved, s.top, s.bottom,
			append([]bool(nil), s.tabs...), tables,
		},
	}
	if s.grid == &s.alt {
		snap.under = freeze(&s.main, tables)
		snap.Keyboard.Under = s.keyboard[0]
	}
	return snap
}

// Settled returns the offset before which there are only whole sequences and
// characters: what a Snapshot taken now has as its Offset.
func (s *Screen) Settled() int64 {
	if s.parser.state != ground {
		return s.parser.start
	}
	return s.offset
}

func freeze(g *grid, tables *tables) []Line {
	total := 0
	for y := range g.rows {
		total += g.row(y).used
	}
	cells := make([]cell, 0, total)
	lines := make([]Line, g.rows)
	for y := range lines {
		from := len(cells)
		row := g.row(y)
		cells = append(cells, trimmed(row)...)
		lines[y] = Line{cells[from:len(cells):len(cells)], row.wrapped, len(row.cells), tables, row.mark()}
	}
	lines[g.rows-1].wrapped = false // there is no next row
	return lines
}

// Line returns row y of the screen, counted from 0 at the top.
func (sn *Snapshot) Line(y int) Line { return sn.lines[y] }

// Text returns the screen as rows separated by newlines, without blanks at
// the end of a row and without blank rows at the end.
func (sn *Snapshot) Text() string {
	b := make([]byte, 0, 2*sn.Cols*sn.Rows)
	for y, l := range sn.lines {
		if y > 0 {
			b = append(b, '\n')
		}
		b = l.appendLine(b)
	}
	return strings.TrimRight(string(b), "\n")
}

// Unwrapped returns the screen as Text does, with the rows joined that the
// terminal made of one line because it did not fit.
func (sn *Snapshot) Unwrapped() string { return Unwrapped(sn.lines) }

func appendRune(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }
