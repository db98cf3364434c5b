package pty

import (
	"bytes"
	"unicode/utf8"
)

var spaces = bytes.Repeat([]byte{' '}, maxGap)

// leave ends the line if there is anything on it: the cursor goes elsewhere.
func (c *Cleaner) leave() {
	switch {
	case len(c.out) > c.line || c.split:
		column := astray
		if c.restart {
			column = 0
		}
		c.newline()
		c.start = column
	case c.restart:
		c.start = 0
	}
	c.row, c.restart = 0, false
}

// rewind drops the line. What has been passed on of it becomes a line.
func (c *Cleaner) rewind() {
	c.out = c.out[:c.line]
	c.restart, c.start = false, 0
	if c.split {
		c.newline()
	}
}

// forward moves the cursor right over blank cells.
func (c *Cleaner) forward(n int) {
	if c.restart {
		c.leave()
	}
	c.text(spaces[:min(n, maxGap)])
}

// back removes n characters; at the line's start it acts like CR.
func (c *Cleaner) back(n int) {
	if c.restart {
		return
	}
	end := len(c.out)
	for ; n > 0 && end > c.line; n-- {
		_, size := utf8.DecodeLastRune(c.out[c.line:end])
		end -= size
	}
	if end == c.line {
		c.restart = true
		return
	}
	c.out = c.out[:end]
}

// repeat prints the last character n more times (REP).
func (c *Cleaner) repeat(n int) {
	if c.restart || len(c.out) == c.line {
		return
	}
	_, size := utf8.DecodeLastRune(c.out[c.line:])
	last := bytes.Clone(c.out[len(c.out)-size:])
	for range min(n, maxGap) {
		c.text(last)
	}
}
