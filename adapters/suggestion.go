package adapters

import (
	"slices"
	"strings"

	"rooda/pty/vt"
)

// A suggestion, at the head of which the cursor stands, is one line. What goes
// on below it has been typed, and the cursor was moved up again.

// goesOn reports whether the text in the line of a composer's sign has another
// line right below, and not because the window is narrow. Where no edge ends the
// composer there are lines about the agent, apart from the text.
func (b bottom) goesOn(p place, sign int, screen *vt.Snapshot) bool {
	y := b.at[sign]
	if sign+1 >= p.end || b.at[sign+1] != y+1 || b.wraps(sign+1) {
		return false
	}
	if foot := b.foot(p); foot >= 0 {
		return first(screen, y+1, b.at[foot]) != ""
	}
	end := sign + 1
	for end < p.end && b.at[end] == b.at[end-1]+1 {
		end++
	}
	return end < p.end && first(screen, y+1, b.at[end-1]+1) != ""
}

// after returns what is written in the rows of a framed composer from one on
// that is not the last paragraph, which is about the agent.
func after(screen *vt.Snapshot, from, to int) string {
	text := func(y int) string { return strings.TrimSpace(rest(screen.Line(y), afterFrame(screen.Line(y)))) }
	for to > from && text(to-1) == "" {
		to--
	}
	for to > from && text(to-1) != "" {
		to--
	}
	return first(screen, from, to)
}

// broken reports whether a row of the screen is the rest of the one above.
func (b bottom) broken(y int) bool {
	i := slices.Index(b.at, y)
	return i > 0 && b.wraps(i)
}
