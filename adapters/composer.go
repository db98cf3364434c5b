package adapters

import (
	"slices"
	"strings"

	"rooda/pty/vt"
)

// composes reports whether what looks like a composer, holds that and ends
// before line end, is one, where keys stand in it or below.
func (b bottom) composes(held string, end int, screen *vt.Snapshot) bool {
	first := min(b.begins(held, end), end-1)
	cursor := b.cursor(first, end, screen)
	if slices.ContainsFunc(b.lines[end:], keyLine) && cursor < 0 {
		return false // what was sent, and stands above what it has opened
	}
	worded := slices.DeleteFunc(strings.Split(held, "\n"), wordless.MatchString)
	if len(worded) == 0 || !keyHelp.MatchString(worded[len(worded)-1]) {
		return true
	}
	// The entry of a list is typed into, and the keys are those of the list.
	return cursor < 0 || !bare.MatchString(b.lines[cursor])
}

// bare is the sign of an entry with nothing behind it.
var bare = lazy(`^ *[❯›»>] *$`)

// cursor returns the first of several lines in which the terminal's cursor
// stands, or one is painted; -1 for none.
func (b bottom) cursor(first, end int, screen *vt.Snapshot) int {
	for i := first; i < end; i++ {
		if b.at[i] == screen.Cursor.Y && screen.Modes.Has(vt.CursorVisible) {
			return i
		}
		for x := range b.rows[i].Len() {
			if b.rows[i].Cell(x).Style.Attr&vt.Reverse != 0 {
				return i
			}
		}
	}
	return -1
}
