package vt

import (
	"fmt"
	"slices"
)

// ModeBytes returns the bytes that bring a terminal, to which Styled has been
// written, into the same state: modes, keyboard, scroll region, tabs, title,
// and at last the cursor. A viewer that leaves must undo what they switch on.
func (sn *Snapshot) ModeBytes() []byte {
	p := painter{tables: sn.state.tables}
	sn.tabs(&p)
	number := 0
	if sn.Modes.Has(AltScreen) {
		number = 1
	}
	if saved := sn.state.saved[number]; saved != (cursor{}) {
		sn.restore(&p, saved, sn.lines, 0)
		p.b = append(p.b, "\x1b7"...)
		p.rest(saved)
	}
	if sn.state.top != 0 || sn.state.bottom != sn.Rows-1 {
		p.csi("r", sn.state.top+1, sn.state.bottom+1)
	}
	sn.keys(&p)
	if sn.Title != "" {
		p.b = append(append(append(p.b, "\x1b]2;"...), sn.Title...), "\x1b\\"...)
	}
	if sn.Cursor.Shape != 0 {
		p.csi(" q", int(sn.Cursor.Shape))
	}
	sn.restore(&p, sn.state.cursor, sn.lines, sn.state.top)
	sn.switches(&p)
	return p.b
}

// restore puts the cursor where c says, in its style and character sets. In
// origin mode rows count from top.
func (sn *Snapshot) restore(p *painter, c cursor, lines []Line, top int) {
	y := c.y
	if c.origin {
		p.b = append(p.b, "\x1b[?6h"...)
		y -= top
	}
	if x := c.x; c.pending {
		// Only printing the last column again makes the terminal wait there.
		last := lines[c.y].at(x)
		if last.ch&spacer != 0 {
			x--
			last = lines[c.y].at(x)
		}
		p.csi("H", y+1, x+1)
		p.use(last.style)
		p.b = lines[c.y].appendText(p.b, last)
	} else {
		p.csi("H", y+1, x+1)
	}
	p.pen(p.tables.styles[p.style], c.pen)
	for i, set := range c.sets {
		if set != 0 {
			p.b = append(p.b, 0x1b, "()*+"[i], set)
		}
	}
	switch c.gl {
	case 1:
		p.b = append(p.b, 0x0e)
	case 2, 3:
		p.b = append(p.b, 0x1b, 'n'+c.gl-2)
	}
	if c.single != 0 {
		p.b = append(p.b, 0x1b, 'N'+c.single-2)
	}
}

// tabs sets the tab stops where they are not the usual ones.
func (sn *Snapshot) tabs(p *painter) {
	if slices.Equal(sn.state.tabs, defaultTabs(nil, sn.Cols)) {
		return
	}
	p.csi("g", 3)
	for x, stop := range sn.state.tabs {
		if stop {
			p.csi("G", x+1)
			p.b = append(p.b, "\x1bH"...)
		}
	}
}

// keys restores what the keyboard is asked to send.
func (sn *Snapshot) keys(p *painter) {
	p.push(sn.Keyboard.Kitty)
	if sn.Keyboard.OtherKeys != 0 {
		p.b = fmt.Appendf(p.b, "\x1b[>4;%dm", sn.Keyboard.OtherKeys)
	}
}

func (p *painter) push(stack []uint8) {
	for _, flags := range stack {
		p.b = fmt.Appendf(p.b, "\x1b[>%du", flags)
	}
}

// switches sets the modes that are not as at the start. A frame that has
// begun (Synchronized) is not begun again: nobody may be there to end it.
func (sn *Snapshot) switches(p *painter) {
	for m := range modeCount {
		if sn.Modes.Has(m) == defaultModes.Has(m) {
			continue
		}
		switch m {
		case AltScreen, Origin, Synchronized:
		case AppKeypad:
			p.b = append(p.b, "\x1b="...)
		default:
			p.b = append(p.b, modeTable[m].set(sn.Modes.Has(m))...)
		}
	}
}

// set returns the sequence that sets or resets the mode.
func (m modeInfo) set(on bool) string {
	mark, final := "", "l"
	if m.private {
		mark = "?"
	}
	if on {
		final = "h"
	}
	return fmt.Sprintf("\x1b[%s%d%s", mark, m.number, final)
}
