package console

import "github.com/clipperhouse/displaywidth"

// styled measures text that may hold colours.
var styled = displaywidth.Options{ControlSequences: true}

// Readable is the least width that a text is worth wrapping to.
const Readable = 24

// Columns is how many columns of a terminal a text takes, its colours left out.
func Columns(text string) int { return styled.String(text) }

// Cut leaves out what has no room in a line of so many columns, one at least.
func Cut(text string, width int) string {
	return styled.TruncateString(text, max(width, 1), "…")
}

// CutMiddle leaves out the middle of what has no room: names that are alike
// differ at their ends.
func CutMiddle(text string, width int) string {
	if Columns(text) <= width {
		return text
	}
	behind := (width - 1) / 2
	return Cut(text, width-behind) + lastColumns(text, behind)
}

// lastColumns is the end of a text, at most so wide.
func lastColumns(text string, width int) string {
	skip, used, at := Columns(text)-width, 0, 0
	for g := styled.StringGraphemes(text); used < skip && g.Next(); {
		used += g.Width()
		at += len(g.Value())
	}
	return text[at:]
}

// prefix returns how much of a line fits into width columns, at least one
// character.
func prefix(line string, width int) int {
	end, used := 0, 0
	for g := styled.StringGraphemes(line); g.Next(); {
		used += g.Width()
		if used > width && end > 0 {
			return end
		}
		end += len(g.Value())
	}
	return end
}
