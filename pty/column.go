package pty

import (
	"bytes"

	"github.com/clipperhouse/displaywidth"
)

const (
	// maxRow is how much of a line is measured; no row of a terminal is longer.
	maxRow = 4 << 10
	// astray is the column of a line of which nobody knows where it starts.
	astray = -1
)

// column moves the cursor to a column, 0 for the first: over blanks where the
// text has not come that far, else to another line. The caller knows that the
// row is the same.
func (c *Cleaner) column(to int) {
	end, known := c.end()
	if !known || to < end {
		c.leave()
		c.start = to
		return
	}
	c.start, c.restart = c.origin(), false
	if to > end {
		c.text(spaces[:min(to-end, maxGap)])
		c.start += max(to-end-maxGap, 0)
	}
}

// place moves the cursor to a row and a column, 1 for the first.
func (c *Cleaner) place(params []byte) {
	row, _ := number(params)
	column := 1
	if _, second, ok := bytes.Cut(params, []byte{';'}); ok {
		column, _ = number(second)
	}
	row, column = max(row, 1), max(column, 1)
	if row == c.row {
		c.column(column - 1)
	} else {
		c.leave()
		c.start = column - 1
	}
	c.row = row
}

// origin is the column in which the line's text starts, or would start.
func (c *Cleaner) origin() int {
	if c.restart && len(c.out) == c.line {
		return 0
	}
	return c.start
}

// end is the column behind the line's text, false when that cannot be told.
func (c *Cleaner) end() (column int, known bool) {
	line := c.out[c.line:]
	column = c.origin()
	if c.split || column == astray || len(line) > maxRow {
		return 0, false
	}
	for {
		before, after, tabbed := bytes.Cut(line, tab)
		column += displaywidth.Bytes(before)
		if !tabbed {
			return column, true
		}
		column, line = column|7+1, after
	}
}
