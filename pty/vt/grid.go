package vt

import "math/bits"

// grid is the rows of one screen and the history above them, in a ring: to
// scroll the whole screen is to move one index.
type grid struct {
	ring       []row // its length is a power of two
	top        int   // index of the first row of the screen
	rows, cols int
	history    int   // rows above top
	keep       int   // most rows of history
	scrolled   int64 // rows that ever went into history
}

func newGrid(cols, rows, keep int) grid {
	g := grid{ring: make([]row, powerOfTwo(rows)), rows: rows, cols: cols, keep: keep}
	for y := range rows {
		g.row(y).resize(cols)
	}
	return g
}

func powerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }

// row returns row y of the screen; history is at negative y.
func (g *grid) row(y int) *row { return &g.ring[(g.top+y)&(len(g.ring)-1)] }

// advance scrolls the screen up by one row. The bottom row is not cleared.
func (g *grid) advance() {
	if g.history < g.keep {
		if g.history+g.rows == len(g.ring) {
			g.grow(g.history + g.rows + 1)
		}
		g.history++
	}
	g.top = (g.top + 1) & (len(g.ring) - 1)
	if g.keep > 0 {
		g.scrolled++
	}
}

// grow makes room for n rows.
func (g *grid) grow(n int) {
	if n <= len(g.ring) {
		return
	}
	ring := make([]row, powerOfTwo(n))
	for i := range g.history + g.rows {
		ring[i] = *g.row(i - g.history)
	}
	g.ring, g.top = ring, g.history
}

// scrollUp moves rows [top, bottom] up by n. Rows that leave the upper edge
// of the screen go into the history.
func (g *grid) scrollUp(top, bottom, n int, style uint32) {
	n = min(n, bottom-top+1)
	if top > 0 || g.keep == 0 && bottom < g.rows-1 {
		g.rotate(top, bottom, n)
		for y := bottom - n + 1; y <= bottom; y++ {
			g.row(y).blank(style)
		}
		return
	}
	for range n {
		g.advance()
		last := g.row(g.rows - 1)
		last.resize(g.cols)
		last.blank(style)
		if bottom < g.rows-1 {
			g.rotate(bottom, g.rows-1, g.rows-1-bottom)
		}
	}
}

// scrollDown moves rows [top, bottom] down by n.
func (g *grid) scrollDown(top, bottom, n int, style uint32) {
	height := bottom - top + 1
	n = min(n, height)
	g.rotate(top, bottom, height-n)
	g.row(bottom).wrapped = false // what it went on in has gone
	for y := top; y < top+n; y++ {
		g.row(y).blank(style)
	}
}

// rotate moves rows [top, bottom] up by n, and those that leave at the top
// come back at the bottom.
func (g *grid) rotate(top, bottom, n int) {
	g.reverse(top, top+n-1)
	g.reverse(top+n, bottom)
	g.reverse(top, bottom)
}

func (g *grid) reverse(from, to int) {
	for ; from < to; from, to = from+1, to-1 {
		a, b := g.row(from), g.row(to)
		*a, *b = *b, *a
	}
}

// forget empties the history.
func (g *grid) forget() {
	for y := -g.history; y < 0; y++ {
		*g.row(y) = row{}
	}
	g.history = 0
}

// resize changes the size without reflow. The main screen gives rows to its
// history, and takes them back, at the top; y is the cursor's row, and what
// it has become is returned.
func (g *grid) resize(cols, rows, y int) int {
	if shrink := g.rows - rows; shrink > 0 {
		below := 0 // blank rows under the cursor go first
		for below < shrink && g.rows-1-below > y && g.row(g.rows-1-below).used == 0 {
			below++
		}
		g.rows -= below
		for range shrink - below {
			g.raise()
			y--
		}
	}
	if grow := rows - g.rows; grow > 0 {
		back := min(grow, g.history)
		g.history -= back
		g.scrolled -= int64(back)
		g.grow(g.history + rows)
		g.top = (g.top - back) & (len(g.ring) - 1)
		y += back
		for n := g.rows + back; n < rows; n++ {
			*g.row(n) = row{}
		}
		g.rows = rows
	}
	g.cols = cols
	for n := range rows {
		g.row(n).resize(cols)
	}
	return max(y, 0)
}

// raise makes the top row of the screen history.
func (g *grid) raise() {
	g.rows--
	g.top = (g.top + 1) & (len(g.ring) - 1)
	if g.keep > 0 {
		g.history = min(g.history+1, g.keep)
		g.scrolled++
	}
}
