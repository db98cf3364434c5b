package vt

// Options says what a Screen is like.
type Options struct {
	// Cols and Rows are the size, 0 for 120 by 40. A screen has 2 to 1000
	// columns and 1 to 1000 rows; other sizes become the nearest of these.
	Cols, Rows int
	// Scrollback is how many rows that left the top are kept. 0 means
	// DefaultScrollback, a negative number none.
	Scrollback int
	// Base is the offset, in the output log, of the first byte written.
	Base int64
	// Version is the name that the terminal gives when asked, "rooda" if empty.
	Version string
	// Status answers the query for program status records (OSC 7501). Set it
	// only where the records are used: a program that got the answer stops
	// giving the same facts in its title.
	Status bool
	// CellWidth and CellHeight are told to programs that ask for sizes in
	// pixels; 0 means 8 by 16.
	CellWidth, CellHeight int
}

// DefaultScrollback is how many rows above the screen are kept.
const DefaultScrollback = 1000

const (
	defaultCols, defaultRows = 120, 40
	minCols, minRows, most   = 2, 1, 1000
)

// Screen is a terminal's state. It is not safe for concurrent use: one
// goroutine writes, and whoever else wants to look takes the caller's lock for
// the moment of Snapshot, Lines, Replies or Events. What these return does
// not change afterwards and can be read without a lock.
//
// Memory is bounded by the size, the scrollback and constant limits, whatever
// is written.
type Screen struct {
	options    Options
	cols, rows int
	main, alt  grid
	grid       *grid // the one shown

	styles   table[Style]
	clusters table[string]
	links    table[Link]

	cursor      cursor
	saved       [2]cursor // by DECSC, of the main and the alternate screen
	penID       uint32    // of cursor.pen, when penKnown
	penKnown    bool
	top, bottom int // scroll region, both inclusive
	tabs        []bool
	last        rune // for REP
	modes       Modes
	shape       Shape
	keyboard    [2]kittyStack
	otherKeys   uint8
	title       string
	titles      []string

	parser     parser
	offset     int64 // of the next byte
	generation uint64
	dirty      bool

	replies  []Reply
	events   []Event
	dropped  Dropped
	progress Progress
}

// New returns an empty screen with the cursor at home.
func New(o Options) *Screen {
	if o.Cols == 0 {
		o.Cols = defaultCols
	}
	if o.Rows == 0 {
		o.Rows = defaultRows
	}
	if o.Scrollback == 0 {
		o.Scrollback = DefaultScrollback
	}
	if o.Version == "" {
		o.Version = "rooda"
	}
	if o.CellWidth <= 0 {
		o.CellWidth = 8
	}
	if o.CellHeight <= 0 {
		o.CellHeight = 16
	}
	o.Cols, o.Rows = clampSize(o.Cols, o.Rows)
	s := &Screen{
		options: o, cols: o.Cols, rows: o.Rows,
		main:   newGrid(o.Cols, o.Rows, max(o.Scrollback, 0)),
		alt:    newGrid(o.Cols, o.Rows, 0),
		styles: newTable[Style](), clusters: newTable[string](), links: newTable[Link](),
		tabs:   defaultTabs(nil, o.Cols),
		modes:  defaultModes,
		offset: o.Base,
	}
	s.grid = &s.main
	s.bottom = s.rows - 1
	return s
}

func clampSize(cols, rows int) (int, int) {
	return min(max(cols, minCols), most), min(max(rows, minRows), most)
}

// Write takes terminal output. It takes all of p, never fails and never
// waits; a sequence or character that p leaves unfinished goes on in the next
// call.
func (s *Screen) Write(p []byte) (int, error) {
	s.feed(p)
	s.offset += int64(len(p))
	if s.dirty {
		s.generation++
		s.dirty = false
	}
	return len(p), nil
}

// Resize changes the size, as when the window changes. Lines are not wrapped
// anew: rows are cut or padded at the right. When rows go, blank ones below
// the cursor go first, then rows at the top, which on the main screen become
// history and come back when it grows. The scroll region becomes the whole
// screen. The screen that is not shown changes in the same way.
func (s *Screen) Resize(cols, rows int) {
	cols, rows = clampSize(cols, rows)
	if cols == s.cols && rows == s.rows {
		return
	}
	hidden, y := &s.alt, s.saved[1].y
	if s.grid == &s.alt {
		hidden, y = &s.main, s.saved[0].y
	}
	s.cursor.y = s.grid.resize(cols, rows, s.cursor.y)
	y = hidden.resize(cols, rows, y)
	if hidden == &s.main {
		s.saved[0].y = y
	}
	s.cols, s.rows = cols, rows
	s.top, s.bottom = 0, rows-1
	s.tabs = defaultTabs(s.tabs, cols)
	for _, c := range []*cursor{&s.cursor, &s.saved[0], &s.saved[1]} {
		c.x, c.y, c.pending = min(c.x, cols-1), min(c.y, rows-1), false
	}
	s.generation++
}

// defaultTabs extends tabs to cols, with a stop at every eighth column.
func defaultTabs(tabs []bool, cols int) []bool {
	for x := len(tabs); x < cols; x++ {
		tabs = append(tabs, x%8 == 0 && x > 0)
	}
	return tabs[:cols]
}
