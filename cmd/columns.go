package cmd

import "github.com/clipperhouse/displaywidth"

// styled measures text that may hold colours.
var styled = displaywidth.Options{ControlSequences: true}

// readable is the least width that a text is worth wrapping to.
const readable = 24

// columns is how many columns of a terminal a text takes, its colours left out.
func columns(text string) int { return styled.String(text) }

// cut leaves out what has no room in a line of so many columns, one at least.
func cut(text string, width int) string {
	return styled.TruncateString(text, max(width, 1), "…")
}

// cutMiddle leaves out the middle of what has no room: names that are alike
// differ at their ends.
func cutMiddle(text string, width int) string {
	if columns(text) <= width {
		return text
	}
	behind := (width - 1) / 2
	return cut(text, width-behind) + lastColumns(text, behind)
}

// lastColumns is the end of a text, at most so wide.
func lastColumns(text string, width int) string {
	skip, used, at := columns(text)-width, 0, 0
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
