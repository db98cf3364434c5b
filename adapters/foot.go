package adapters

import (
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// foot is the lower edge of a composer, empty without one.
func (b bottom) foot(p place) string {
	const wide = 8
	for i := p.end - 1; i >= p.first; i-- {
		edge := strings.TrimSpace(b.rows[i].Text())
		if wordless.MatchString(edge) && utf8.RuneCountInString(edge) >= wide {
			return edge
		}
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
