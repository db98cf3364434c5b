package vt

// Afresh is written before Styled to a terminal that is not in its first state, where a full
// reset would make whoever follows it forget more than the screen.
const Afresh = "\x1b[?2026l\x1b[?1049l\x1b[!p"

// Styled returns the bytes that make a terminal of the same size, in its
// first state, show what the snapshot shows: both screens where the alternate
// one is on, with the keyboard flags that belong to the one under it. The
// cursor and the modes are left to ModeBytes, which is written after it. A terminal that is on its main screen loses what stood there; it
// keeps its history, and is not reset.
func (sn *Snapshot) Styled() []byte {
	p := painter{tables: sn.state.tables}
	p.b = append(p.b, "\x1b[0m"...)
	if !sn.Modes.Has(AltScreen) {
		sn.screen(&p, sn.lines)
		return p.b
	}
	sn.screen(&p, sn.under)
	p.push(sn.Keyboard.Under)
	// Entering the alternate screen saves the cursor, for the day it is left.
	sn.restore(&p, sn.state.saved[0], sn.under, 0)
	p.b = append(p.b, "\x1b[?1049h"...)
	p.rest(sn.state.saved[0])
	sn.screen(&p, sn.lines)
	return p.b
}

// rest undoes what restore did to the style, the character sets and the
// origin.
func (p *painter) rest(c cursor) {
	p.pen(c.pen, Style{})
	p.style = 0
	if c.gl != 0 {
		p.b = append(p.b, 0x0f)
	}
	for i, set := range c.sets {
		if set != 0 {
			p.b = append(p.b, 0x1b, "()*+"[i], 'B')
		}
	}
	if c.origin {
		p.b = append(p.b, "\x1b[?6l"...)
	}
}

// screen paints all rows on a cleared screen.
func (sn *Snapshot) screen(p *painter, lines []Line) {
	p.b = append(p.b, "\x1b[H\x1b[2J"...)
	flows := false // the cursor waits at the end of the row before
	for y, l := range lines {
		end := len(l.cells)
		next := l.wrapped
		if (end > 0 || next) && !flows {
			p.csi("H", y+1)
		}
		if next {
			end = sn.Cols
		}
		if flows && end == 0 {
			end = 1
		}
		if next || flows {
			p.write(l, end)
		} else {
			p.paint(l, 0, end)
		}
		p.use(0)
		flows = next
	}
}

// write prints cells [0, end) without skipping any.
func (p *painter) write(l Line, end int) {
	for x := range end {
		if c := l.at(x); c.ch&spacer == 0 {
			p.use(c.style)
			p.b = l.appendText(p.b, c)
		}
	}
}
