package vt

// cell is one position of a row: what stands there and how it looks. The zero
// cell is a blank in the default style.
type cell struct {
	ch    uint32
	style uint32 // index into styles.list
}

const (
	wide     = 1 << 31 // the character also takes the next cell
	spacer   = 1 << 30 // the second cell of a wide character
	cluster  = 1 << 29 // ch is an index into clusters.list
	charBits = cluster - 1

	// flip is added to every code point, so that a space is stored as zero
	// and clearing memory makes blanks.
	flip = ' '
)

// row is one line of a grid. cells[used:] are zero.
type row struct {
	cells   []cell
	used    int
	wrapped bool // the line goes on in the next row
	wide    bool // may hold wide characters
	writes  uint64
}

// blank empties the row; style is the background that it gets.
func (r *row) blank(style uint32) {
	r.writes++
	clear(r.cells[:r.used])
	r.used, r.wrapped, r.wide = 0, false, false
	if style != 0 {
		r.fill(0, len(r.cells), cell{style: style})
	}
}

// fill puts c into cells [from, to) and leaves no half of a wide character
// beside them.
func (r *row) fill(from, to int, c cell) {
	if from >= to {
		return
	}
	r.split(from, to)
	if c == (cell{}) {
		if from >= r.used {
			return
		}
		clear(r.cells[from:min(to, r.used)])
		if to >= r.used {
			r.used = from
		}
		return
	}
	for i := from; i < to; i++ {
		r.cells[i] = c
	}
	r.used = max(r.used, to)
}

// split blanks the halves that remain outside when cells [from, to) are
// about to be replaced. Whatever is written to a row comes here, or to blank.
func (r *row) split(from, to int) {
	r.writes++
	if !r.wide {
		return
	}
	if from > 0 && r.cells[from].ch&spacer != 0 {
		r.cells[from-1].ch = 0
	}
	if to < len(r.cells) && r.cells[to].ch&spacer != 0 {
		r.cells[to].ch = 0
	}
}

// insert moves the cells from x on right by n and blanks the gap.
func (r *row) insert(x, n int, style uint32) {
	n = min(n, len(r.cells)-x)
	r.split(x, x)
	copy(r.cells[x+n:], r.cells[x:])
	r.used = min(max(r.used, x)+n, len(r.cells))
	for i := x; i < x+n; i++ {
		r.cells[i] = cell{style: style}
	}
	r.heal()
}

// remove takes n cells out at x and blanks the end of the row.
func (r *row) remove(x, n int, style uint32) {
	n = min(n, len(r.cells)-x)
	r.split(x, x+n)
	copy(r.cells[x:], r.cells[x+n:])
	end := len(r.cells) - n
	for i := end; i < len(r.cells); i++ {
		r.cells[i] = cell{style: style}
	}
	if style != 0 {
		r.used = len(r.cells)
	}
	r.wrapped = false
	r.heal()
}

// heal blanks halves of wide characters that lost the other half.
func (r *row) heal() {
	if !r.wide {
		return
	}
	for i := range r.cells {
		c := &r.cells[i]
		whole := true
		if c.ch&wide != 0 {
			whole = i+1 < len(r.cells) && r.cells[i+1].ch&spacer != 0
		} else if c.ch&spacer != 0 {
			whole = i > 0 && r.cells[i-1].ch&wide != 0
		}
		if !whole {
			c.ch = 0
		}
	}
}

// resize makes the row cols cells long; what no longer fits is dropped.
func (r *row) resize(cols int) {
	if len(r.cells) == cols {
		return
	}
	if cols <= cap(r.cells) {
		if r.used > cols {
			clear(r.cells[cols:r.used])
			r.used, r.wrapped = cols, false
		}
		grown := cols > len(r.cells)
		r.cells = r.cells[:cols]
		if grown {
			r.wrapped = false
		}
	} else {
		cells := make([]cell, cols)
		copy(cells, r.cells)
		r.cells, r.wrapped = cells, false
	}
	r.heal()
}
