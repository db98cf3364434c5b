package pty

import (
	"io"
	"unicode/utf8"

	"rooda/pty/vt"
)

const (
	// maxLine is how much of a line is held back; a longer one is passed on
	// in pieces, which then cannot be taken back by CR or backspace.
	maxLine = 64 << 10
	// maxGap bounds the blanks and repeats that one sequence stands for.
	maxGap = 500
)

// Cleaner turns the bytes of a terminal into text, as a stream: sequences and
// characters may be split between writes at any byte. Colours, titles and all
// other escape sequences go; what they do to the text stays:
//
//   - CR LF ends a line; a CR alone lets the next text replace the line.
//   - Backspace removes a character, erase-line what the line holds.
//   - Cursor-forward becomes spaces, and so does a move within the row to the
//     right of where its text ends. A move to another place becomes one line
//     end, or none when the line is still empty.
//   - Bytes that are not UTF-8 become U+FFFD. Those from 80 to 9F, and U+0080 to
//     U+009F, go and do nothing: in text they are what is left of a cut or
//     twice encoded character, never the control that they are elsewhere.
//
// A line reaches the writer when it is complete, when it has grown past
// 64 KiB, or at Close. An unterminated string sequence ends after 64 KiB, at
// CAN or SUB, at the next ESC, or at Close; text after its first line is then
// not lost. Memory is bounded. A Cleaner is not safe for concurrent use.
type Cleaner struct {
	// OnOSC, when set before the first Write, sees every complete operating
	// system command: its number and what follows the first semicolon. data
	// is valid during the call only.
	OnOSC func(cmd int, data []byte)
	// OnUnfinished, when set before the first Write, is told at the end of a
	// Write what stands on the line that has not been passed on yet, empty
	// when that is nothing any more. It follows the text that was passed on,
	// and may still be taken back. line is valid during the call only.
	OnUnfinished func(line []byte)

	w   io.Writer
	err error

	out     []byte // finished lines, then the line being built
	line    int    // where in out that line starts
	split   bool   // its beginning has been passed on
	restart bool   // a CR came: the next text replaces it
	told    bool   // OnUnfinished knows of something on it
	start   int    // the column of its first character, or astray
	saved   int    // the column that ESC 8 goes back to, or astray
	row     int    // where a move put it, 0 when nobody knows

	state state
	seq   []byte // of an unfinished sequence, string or character
	kind  byte   // what opened the string
	st    vt.Terminator
}

// NewCleaner returns a Cleaner that writes to w.
func NewCleaner(w io.Writer) *Cleaner { return &Cleaner{w: w} }

// Write takes terminal output. It returns the first error of the underlying
// writer, after which the text is dropped; p is always taken whole.
func (c *Cleaner) Write(p []byte) (int, error) {
	c.feed(p)
	c.flush(c.line)
	c.tell()
	return len(p), c.err
}

func (c *Cleaner) tell() {
	if c.OnUnfinished != nil && (len(c.out) > 0 || c.told) {
		c.OnUnfinished(c.out)
		c.told = len(c.out) > 0
	}
}

// Close passes on the unfinished line, without adding a line end. The
// Cleaner can be used again afterwards. It does not close the writer.
func (c *Cleaner) Close() error {
	if c.state == inString || c.state == inStringEsc {
		c.giveUp()
	}
	c.endCut()
	c.flush(len(c.out))
	c.state, c.seq, c.split, c.restart = ground, c.seq[:0], false, false
	c.start, c.saved, c.row = 0, 0, 0
	return c.err
}

// flush writes out[:n]; n is the start of the line, or all.
func (c *Cleaner) flush(n int) {
	if n == 0 {
		return
	}
	if c.err == nil {
		_, c.err = c.w.Write(c.out[:n])
	}
	c.out = c.out[:copy(c.out, c.out[n:])]
	c.line = 0
}

// text appends printable bytes to the line, whole characters only.
func (c *Cleaner) text(p []byte) {
	if c.restart {
		c.rewind()
	}
	for len(c.out)-c.line+len(p) >= maxLine {
		// Cut at the same byte however the input was cut.
		n := maxLine - (len(c.out) - c.line)
		if p[0] >= utf8.RuneSelf {
			n = len(p)
		}
		c.out = append(c.out, p[:n]...)
		p = p[n:]
		c.line, c.split = len(c.out), true
		c.flush(c.line)
	}
	c.out = append(c.out, p...)
}

// newline ends the line.
func (c *Cleaner) newline() {
	c.out = append(c.out, '\n')
	c.line, c.split, c.restart = len(c.out), false, false
	c.start, c.row = 0, 0
	if c.line > maxLine {
		c.flush(c.line)
	}
}

// control acts on a C0 control other than ESC.
func (c *Cleaner) control(b byte) {
	switch b {
	case '\n', '\v', '\f':
		c.newline()
	case '\r':
		c.restart = true
	case '\b':
		if !c.restart && len(c.out) > c.line {
			_, size := utf8.DecodeLastRune(c.out[c.line:])
			c.out = c.out[:len(c.out)-size]
		}
	case '\t':
		if c.restart {
			c.leave()
		}
		c.text(tab)
	}
}

var (
	tab         = []byte{'\t'}
	replacement = []byte("\uFFFD")
)
