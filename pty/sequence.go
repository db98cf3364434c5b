package pty

import (
	"bytes"
	"slices"

	"rooda/pty/vt"
)

// escape acts on ESC b.
func (c *Cleaner) escape(b byte) {
	c.state = ground
	switch b {
	case '[':
		c.open(inCSI)
	case ']', 'P', 'X', '^', '_':
		c.openString(b)
	case 'E':
		c.newline()
	case 'D', 'M': // index, reverse index
		c.leave()
	case '7':
		c.saved = c.origin()
		if end, known := c.end(); known && !c.restart {
			c.saved = end
		} else if len(c.out) > c.line {
			c.saved = astray
		}
	case '8': // restore cursor
		c.leave()
		c.start = c.saved
	case 'c': // reset
		c.leave()
		c.start = astray
	}
}

// csi acts on a control sequence: parameter and intermediate bytes, final byte.
func (c *Cleaner) csi(params []byte, final byte) {
	if final == 'm' {
		return
	}
	if len(params) > 0 {
		if params[0] >= '<' { // private: only the alternate screen moves the cursor
			if (final == 'h' || final == 'l') && switchesScreen(params) {
				c.leave()
			}
			return
		}
		if slices.Min(params) < '0' { // none with an intermediate byte does
			return
		}
	}
	n, given := number(params)
	switch final {
	case 'C', 'a':
		c.forward(max(n, 1))
	case 'D', 'j':
		c.back(max(n, 1))
	case 'G', '`':
		if n <= 1 {
			c.restart = true
		} else {
			c.column(n - 1)
		}
	case 'H', 'f':
		c.place(params)
	case 'I':
		for range min(max(n, 1), maxGap) {
			c.control('\t')
		}
	case 'b':
		c.repeat(max(n, 1))
	case 'K':
		if c.restart {
			c.rewind()
		} else if n != 0 && (len(c.out) > c.line || c.split) {
			c.rewind() // the cursor stays where the text ended
			c.start = astray
		}
	case 'J':
		if n == 0 && c.restart {
			c.rewind()
		} else if n != 0 {
			c.leave()
		}
	case 'E', 'F':
		c.leave()
		c.start = 0
	case 'Z', 'r':
		c.leave()
		c.start = astray
	case 'A', 'B', 'L', 'M', 'S', 'T', 'd', 'e', 'k':
		c.leave()
	case 'u':
		if !given { // restore cursor
			c.leave()
			c.start = astray
		}
	}
}

// number returns the first parameter, 0 when it is missing.
func number(params []byte) (n int, given bool) {
	for _, b := range params {
		if b < '0' || b > '9' {
			break
		}
		n, given = min(n*10+int(b-'0'), 1<<20), true
	}
	return n, given
}

func switchesScreen(params []byte) bool {
	for mode := range bytes.SplitSeq(params[1:], []byte{';'}) {
		switch string(mode) {
		case "47", "1047", "1049":
			return true
		}
	}
	return false
}

func (c *Cleaner) openString(kind byte) {
	c.open(inString)
	c.kind, c.st = kind, vt.Terminator{}
}

func (c *Cleaner) stepString(b byte) bool {
	if c.state == inStringEsc {
		if b == '\\' {
			c.endString()
			return true
		}
		c.giveUp()
		c.endCut()
		c.open(inEsc)
		return false
	}
	switch {
	case b == esc:
		c.state = inStringEsc
		return true
	case b == can || b == sub:
		c.giveUp()
		c.endCut()
		return true
	case b == bel && c.kind == ']':
		c.endString()
		return true
	}
	if n := c.st.Step(b); n > 0 {
		c.seq = c.seq[:len(c.seq)-n+1]
		c.endString()
		return true
	}
	c.seq = append(c.seq, b)
	if len(c.seq) >= maxString {
		c.giveUp()
	}
	return true
}

func (c *Cleaner) endString() {
	c.state = ground
	if c.kind != ']' || c.OnOSC == nil {
		return
	}
	cmd, given := number(c.seq)
	if !given {
		return
	}
	_, data, _ := bytes.Cut(c.seq, []byte{';'})
	c.OnOSC(cmd, data)
}

// giveUp ends a string that nobody ended. No string in use spans lines
// without an end, so what follows its first line is text that would be lost.
func (c *Cleaner) giveUp() {
	content := c.seq
	c.state, c.seq = ground, nil
	if i := bytes.IndexByte(content, '\n'); i >= 0 {
		c.feed(content[i:])
	}
	if c.seq == nil {
		c.seq = content[:0]
	}
}

// endCut ends a character that something else cuts off.
func (c *Cleaner) endCut() {
	if c.state == inRune {
		c.endRune(replacement)
	}
}
