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

// plumb reports whether the edges of what may be a composer, if it has any,
// begin in one column, or nearly: a rule of a text and one elsewhere are none.
func (b bottom) plumb(text string, at []int) bool {
	first, last := strings.Count(text[:at[0]], "\n"), strings.Count(text[:at[1]], "\n")
	upper, lower := b.lines[first], b.lines[last]
	if !boundary.MatchString(upper) && !lying.MatchString(upper) || !lying.MatchString(lower) {
		return true
	}
	apart := indent(upper) - indent(lower)
	return apart >= -1 && apart <= 1
}

// lying is the edge of a composer.
var lying = lazy(`^ *[╭┌╻╰└╹─━▄▀]{9}`)

// shows is what to say of a composer: the line with its sign, though it is empty
// and there are words elsewhere.
func (b bottom) shows(matched, held string) string {
	for line := range strings.SplitSeq(held, "\n") {
		if text := strings.TrimSpace(line); text != "" && strings.ContainsRune(promptSigns, []rune(text)[0]) {
			return brief(text, excerptLength)
		}
	}
	return b.excerpt(matched)
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
