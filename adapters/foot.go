package adapters

import (
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// foot is the line of a composer that is its lower edge, -1 without one.
func (b bottom) foot(p place) int {
	const wide = 8
	for i := p.end - 1; i >= p.first; i-- {
		edge := strings.TrimSpace(b.rows[i].Text())
		if drawn.MatchString(edge) && utf8.RuneCountInString(edge) >= wide {
			return i
		}
	}
	return -1
}

// drawn is an edge that lies.
var drawn = lazy(`^[╭┌┏╻╰└┗╹─━▔▁▄▀═][^\p{L}\p{N}]*$`)

// edge is what the lower edge of a composer looks like, empty without one.
func (b bottom) edge(p place) string {
	if i := b.foot(p); i >= 0 {
		return strings.TrimSpace(b.rows[i].Text())
	}
	return ""
}

// caretText is what stands ahead of the terminal's cursor in its line and the
// few above, empty where it cannot be seen.
func caretText(screen *vt.Snapshot) string {
	const above = 6
	cursor := screen.Cursor
	if !screen.Modes.Has(vt.CursorVisible) {
		return ""
	}
	text := ""
	for y := max(0, cursor.Y-above); y < cursor.Y; y++ {
		text += screen.Line(y).Text() + "\n"
	}
	if cursor.Pending {
		cursor.X++
	}
	return text + until(screen.Line(cursor.Y), cursor.X)
}

// asking is the end of a line behind which an answer is typed.
var asking = lazy(`[?:>❯›»$#%] *$`)

// entry reports whether the terminal's cursor stands there.
func entry(caret string) bool {
	return asking.MatchString(caret[strings.LastIndexByte(caret, '\n')+1:])
}
