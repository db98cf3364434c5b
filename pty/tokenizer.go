package pty

import "unicode/utf8"

// state is where in a sequence the Cleaner stands between two bytes.
type state byte

const (
	ground      state = iota
	inRune            // seq holds the beginning of a character
	inEsc             // after ESC
	inEscInter        // after ESC and intermediate bytes
	inCSI             // seq holds the parameters so far
	inString          // seq holds the content so far
	inStringEsc       // after ESC inside a string
)

const (
	esc, del, can, sub, bel = 0x1b, 0x7f, 0x18, 0x1a, 0x07

	// maxString bounds a string sequence, maxParams a control sequence; a
	// longer one is no sequence.
	maxString = 64 << 10
	maxParams = 1 << 10
)

func (c *Cleaner) feed(p []byte) {
	for i := 0; i < len(p); {
		if c.state == ground {
			i += c.ground(p[i:])
		} else if c.step(p[i]) {
			i++
		}
	}
}

// ground takes plain text, line ends and complete sequences quickly, and
// leaves everything else to step. It returns how much of p it took.
func (c *Cleaner) ground(p []byte) int {
	n := 0
	for n < len(p) && p[n]-0x20 < 0x5f {
		n++
	}
	if n > 0 {
		c.text(p[:n])
		if n == len(p) {
			return n
		}
	}
	switch b := p[n]; {
	case b == esc:
		if m := c.wholeCSI(p[n:]); m > 0 {
			return n + m
		}
		c.open(inEsc)
	case b == '\r' && n+1 < len(p) && p[n+1] == '\n':
		c.newline()
		return n + 2
	case b < 0x80:
		c.control(b)
	case b < 0xa0: // the rest of a cut character; as a control it would take what follows along
	default:
		if r, size := utf8.DecodeRune(p[n:]); size > 1 {
			if r >= 0xa0 {
				c.text(p[n : n+size])
			}
			return n + size
		}
		c.open(inRune)
		c.seq = append(c.seq, b)
		if utf8.FullRune(c.seq) {
			c.endRune(replacement)
		}
	}
	return n + 1
}

// wholeCSI acts on a control sequence that lies whole and well-formed in p
// and returns its length, or 0.
func (c *Cleaner) wholeCSI(p []byte) int {
	if len(p) < 3 || p[1] != '[' {
		return 0
	}
	for i := 2; i < len(p) && i-2 <= maxParams; i++ {
		switch b := p[i]; {
		case b >= 0x40 && b < del:
			c.csi(p[2:i], b)
			return i + 1
		case b < 0x20 || b >= del:
			return 0
		}
	}
	return 0
}

func (c *Cleaner) open(s state) { c.state, c.seq = s, c.seq[:0] }

// step takes one byte inside a sequence. It returns false when the byte ended
// the sequence without being a part of it.
func (c *Cleaner) step(b byte) bool {
	switch c.state {
	case inRune:
		return c.stepRune(b)
	case inString, inStringEsc:
		return c.stepString(b)
	}
	switch {
	case b == esc:
		c.open(inEsc)
	case b == can || b == sub:
		c.state = ground
	case b < 0x20:
		c.control(b) // as terminals do, in the middle of a sequence
	case b == del:
	case b >= 0x80:
		c.state = ground
		return false
	case c.state == inCSI:
		c.stepCSI(b)
	case b < 0x30:
		c.state = inEscInter
	case c.state == inEscInter:
		c.state = ground
	default:
		c.escape(b)
	}
	return true
}

func (c *Cleaner) stepCSI(b byte) {
	if b >= 0x40 {
		c.state = ground
		c.csi(c.seq, b)
		return
	}
	c.seq = append(c.seq, b)
	if len(c.seq) > maxParams {
		c.state = ground
	}
}

func (c *Cleaner) stepRune(b byte) bool {
	c.seq = append(c.seq, b)
	if !utf8.FullRune(c.seq) {
		return true
	}
	switch r, size := utf8.DecodeRune(c.seq); {
	case size == 1: // b is the first byte of something else
		c.endRune(replacement)
		return false
	case r < 0xa0:
		c.state = ground
	default:
		c.endRune(c.seq)
	}
	return true
}

func (c *Cleaner) endRune(p []byte) {
	c.state = ground
	c.text(p)
}
