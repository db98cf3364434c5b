package attach

import (
	"fmt"
	"slices"

	"rooda/pty"
	"rooda/pty/vt"
)

// keyModes are the modes that decide what keys and the mouse send, and which
// screen of the terminal is used: what holds in a window of another size, too.
var keyModes = []vt.Mode{vt.AltScreen, vt.AppCursor, vt.AppKeypad, vt.Focus, vt.AlternateScroll, vt.BracketedPaste}

// mouseModes go on only where the window shows the screen from its corner on.
var mouseModes = []vt.Mode{vt.MouseX10, vt.MouseClick, vt.MouseDrag, vt.MouseMotion, vt.MouseUTF8, vt.MouseSGR, vt.MouseURXVT}

// modeNumbers are the numbers of these modes in DECSET.
var modeNumbers = map[vt.Mode]int{
	vt.AltScreen: 1049, vt.AppCursor: 1, vt.AppKeypad: 66, vt.Focus: 1004, vt.AlternateScroll: 1007, vt.BracketedPaste: 2004,
	vt.MouseX10: 9, vt.MouseClick: 1000, vt.MouseDrag: 1002, vt.MouseMotion: 1003, vt.MouseUTF8: 1005, vt.MouseSGR: 1006, vt.MouseURXVT: 1015,
}

// clip paints the part of a screen that fits into a window of another size:
// the part with the cursor in it.
type clip struct {
	window    pty.Size
	left, top int
	rows      []string // as painted
	modes     []vt.Mode
	keyboard  vt.Keyboard
	painted   bool
}

// alternate says whether the terminal's alternate screen is in use.
func (c *clip) alternate() bool { return slices.Contains(c.modes, vt.AltScreen) }

// bottom returns the number, from 1, of the last row with something on it.
func (c *clip) bottom() int {
	for y := len(c.rows); y > 0; y-- {
		if c.rows[y-1] != "" {
			return y
		}
	}
	return 0
}

// paint returns what has changed since the last time.
func (c *clip) paint(f *filter, sn *vt.Snapshot, window pty.Size, n notice) []byte {
	var out []byte
	c.follow(sn.Cursor, sn, window)
	modes := c.wanted(sn)
	if !c.painted || !slices.Equal(modes, c.modes) || !sameKeys(sn.Keyboard, c.keyboard) || window != c.window {
		c.modes, c.keyboard, c.window, c.painted = modes, sn.Keyboard, window, true
		out = append(out, f.ledger.undoModes(int(window.Cols))...)
		out = f.aside(out, c.switches())
		c.rows = make([]string, window.Rows)
		out = append(out, "\x1b[H\x1b[2J"...)
	}
	out = f.aside(out, []byte("\x1b[?25l"))
	at, noticed := n.place(sn.Cursor.Y-c.top, int(window.Cols), len(c.rows))
	for y := range c.rows {
		row := ""
		if i := y - at; i >= 0 && i < len(noticed) {
			row = noticed[i]
		} else if c.top+y < sn.Rows {
			row = sn.Line(c.top+y).Cut(c.left, c.left+int(window.Cols))
		}
		if row == c.rows[y] {
			continue
		}
		c.rows[y] = row
		out = fmt.Appendf(out, "\x1b[%d;1H\x1b[m\x1b[2K%s\x1b[m\x1b]8;;\x1b\\", y+1, row)
	}
	out = fmt.Appendf(out, "\x1b[%d;%dH", sn.Cursor.Y-c.top+1, sn.Cursor.X-c.left+1)
	if sn.Modes.Has(vt.CursorVisible) {
		out = f.aside(out, []byte("\x1b[?25h"))
	}
	return out
}

// follow moves the part that is shown as little as makes the cursor visible.
func (c *clip) follow(cursor vt.Cursor, sn *vt.Snapshot, window pty.Size) {
	c.left = slide(c.left, cursor.X, int(window.Cols), sn.Cols)
	c.top = slide(c.top, cursor.Y, int(window.Rows), sn.Rows)
}

// slide returns the offset of a window of that size in which at is visible.
func slide(offset, at, size, whole int) int {
	offset = max(min(offset, at), at-size+1)
	return min(offset, max(whole-size, 0))
}

func (c *clip) wanted(sn *vt.Snapshot) []vt.Mode {
	var modes []vt.Mode
	for _, m := range keyModes {
		if sn.Modes.Has(m) {
			modes = append(modes, m)
		}
	}
	for _, m := range mouseModes {
		if sn.Modes.Has(m) && c.left == 0 && c.top == 0 {
			modes = append(modes, m)
		}
	}
	return modes
}

func sameKeys(a, b vt.Keyboard) bool {
	return slices.Equal(a.Kitty, b.Kitty) && slices.Equal(a.Under, b.Under) && a.OtherKeys == b.OtherKeys
}

// switches returns what turns the wanted modes on.
func (c *clip) switches() []byte {
	var b []byte
	for _, m := range c.modes {
		b = fmt.Appendf(b, "\x1b[?%dh", modeNumbers[m])
	}
	for _, flags := range c.keyboard.Kitty {
		b = fmt.Appendf(b, "\x1b[>%du", flags)
	}
	if c.keyboard.OtherKeys != 0 {
		b = fmt.Appendf(b, "\x1b[>4;%dm", c.keyboard.OtherKeys)
	}
	return b
}
