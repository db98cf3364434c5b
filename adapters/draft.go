package adapters

import (
	"strings"
	"unicode"

	"rooda/pty/vt"
)

// promptSigns begin the line in which somebody types.
const promptSigns = "❯›»>*!$%#"

// edges are what may stand at the end of a row in a frame.
const edges = "│┃║█▓▒░▐▲▼▴▾"

// draft returns what stands in the composer and was typed, one line of it: nothing where it is
// empty, or shows what might be typed. legible is false where the beginning of it cannot be
// found. Where the cursor stands at the head of the line, what follows is a suggestion if nothing
// goes on below; elsewhere its looks tell. A text may begin with blank lines; a suggestion does not.
func (b bottom) draft(p place, screen *vt.Snapshot) (text string, legible bool) {
	for i := p.first; i < p.end; i++ {
		from := afterSign(b.rows[i])
		if from == 0 {
			continue
		}
		y := b.at[i]
		if line := rest(b.rows[i], from); line != "" {
			if text = written(screen, y, from); text == "" && b.goesOn(p, i, screen) {
				text = brief(line, excerptLength)
			}
			return text, true
		}
		return first(screen, y+1, b.reach(p, y, screen)), true
	}
	if !p.found() {
		return "", false
	}
	return b.boxed(p, screen)
}

// reach is the number of the row after the last one that the text may have which
// begins in a row: it goes down to the edge of the composer, and where that has
// none, to the cursor, below which there are lines about the agent.
func (b bottom) reach(p place, y int, screen *vt.Snapshot) int {
	if i := b.foot(p); i >= 0 {
		return b.at[i]
	}
	if screen.Modes.Has(vt.CursorVisible) {
		return screen.Cursor.Y + 1
	}
	return y + 1
}

// boxed is draft for a composer that only has a frame at its left: the text in
// it down to the cursor, below which there are lines about the agent.
func (b bottom) boxed(p place, screen *vt.Snapshot) (text string, legible bool) {
	last := b.at[p.end-1]
	for last >= 0 && last > b.at[p.first]-2 && afterFrame(screen.Line(last)) == 0 {
		last--
	}
	top := last + 1
	for top > 0 && afterFrame(screen.Line(top-1)) > 0 {
		top--
	}
	if y := screen.Cursor.Y; y < top || y > last {
		return "", false
	}
	for y := screen.Cursor.Y; y >= top && text == ""; y-- { // a menu may stand above the text
		text = written(screen, y, afterFrame(screen.Line(y)))
	}
	if text == "" && !b.broken(screen.Cursor.Y+1) {
		text = after(screen, screen.Cursor.Y+1, last+1)
	}
	return text, true
}

// first is the first of several rows that has something typed in it.
func first(screen *vt.Snapshot, from, to int) string {
	for y := from; y < to; y++ {
		if text := written(screen, y, afterFrame(screen.Line(y))); text != "" {
			return text
		}
	}
	return ""
}

// written is the text of a row from a column on, unless it is a suggestion.
func written(screen *vt.Snapshot, y, from int) string {
	row, cursor := screen.Line(y), screen.Cursor
	to := row.Len()
	if y == cursor.Y && cursor.X >= from {
		to = cursor.X
		if cursor.Pending {
			to++
		}
	}
	for x := from; x < to; x++ {
		if caret(row, x) {
			return "" // the cursor is drawn at the head
		}
		if cell := row.Cell(x); inked(cell) {
			return brief(rest(row, from), excerptLength)
		}
	}
	return ""
}

// rest is the text of a row from a column on, without the frame at its end.
func rest(row vt.Line, from int) string {
	text := ""
	for ; from < row.Len(); from++ {
		text += row.Cell(from).Text
	}
	return strings.TrimRight(text, " \u00a0"+edges)
}

// caret reports whether a cell is all that is reversed there: a cursor.
func caret(row vt.Line, x int) bool {
	reversed := func(x int) bool { return row.Cell(x).Style.Attr&vt.Reverse != 0 }
	return reversed(x) && !(x+1 < row.Len() && reversed(x+1))
}

// inked reports whether a cell has the looks of something typed: suggestions
// are faint or grey, and a cursor that is drawn is reversed.
func inked(c vt.Cell) bool {
	text := strings.TrimSpace(c.Text)
	if text == "" || strings.Contains(edges, text) || c.Style.Attr&(vt.Faint|vt.Reverse|vt.Conceal) != 0 {
		return false
	}
	return !grey(c.Style.FG)
}

// grey reports whether a colour is between black and white.
func grey(c vt.Color) bool {
	const dark, light, tint = 0x50, 0xd0, 0x18
	r, g, b, ok := c.RGB()
	if n, palette := c.Palette(); palette {
		return n == 8 || n >= 239 && n <= 251
	}
	least, most := min(r, g, b), max(r, g, b)
	return ok && least > dark && most < light && most-least <= tint
}

// afterSign is the column after the sign at the head of a row, 0 without one.
func afterSign(row vt.Line) int {
	for x := range row.Len() {
		switch text := row.Cell(x).Text; {
		case strings.TrimFunc(text, unicode.IsSpace) == "" || framed(text):
		case strings.Contains(promptSigns, text):
			return x + 1
		default:
			return 0
		}
	}
	return 0
}

// afterFrame is the column after the frame at the head of a row, 0 without one.
func afterFrame(row vt.Line) int {
	for x := range row.Len() {
		switch text := row.Cell(x).Text; {
		case framed(text):
			return x + 1
		case strings.TrimSpace(text) != "":
			return 0
		}
	}
	return 0
}

func framed(text string) bool { return text == "│" || text == "┃" || text == "║" }
