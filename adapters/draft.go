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

// depth is how many lines above the end of a composer of which only the frame
// is known its text may begin.
const depth = 8

// draft returns what stands in the composer and was typed: nothing where it is
// empty, or shows what might be typed. legible is false where the beginning of
// it cannot be found. held is what was matched, and end the number of the line
// after it. Where the cursor stands at the head of the line, what follows is a
// suggestion; elsewhere its looks tell.
func (b bottom) draft(end int, held string, cursor vt.Cursor) (text string, legible bool) {
	if end == 0 {
		return "", false
	}
	for i := b.begins(held, end); i < end; i++ {
		if from := afterSign(b.rows[i]); from > 0 {
			return b.written(i, from, cursor), true
		}
	}
	for i := end - 1; i >= max(0, end-depth); i-- {
		if from := afterFrame(b.rows[i]); b.at[i] == cursor.Y && from > 0 {
			return b.written(i, from, cursor), true
		}
	}
	return "", false
}

// begins is the number of the line that the text which ends at a line begins with.
func (b bottom) begins(text string, end int) int {
	first := firstLine(text)
	for i := end - 1; i >= 0; i-- {
		if b.lines[i] == first {
			return i
		}
	}
	return end
}

// written is the text of a row from a column on, unless it is a suggestion.
func (b bottom) written(i, from int, cursor vt.Cursor) string {
	row, to := b.rows[i], b.rows[i].Len()
	if b.at[i] == cursor.Y && cursor.X >= from {
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
			text := ""
			for ; from < row.Len(); from++ {
				text += row.Cell(from).Text
			}
			return brief(strings.TrimRight(text, " "+edges), excerptLength)
		}
	}
	return ""
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
