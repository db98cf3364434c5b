package vt

import "strings"

// Unwrapped returns rows that follow one another as text, with those joined that the terminal
// made of one line because it did not fit, whatever its width was then.
func Unwrapped(lines []Line) string {
	var b []byte
	for y, l := range lines {
		b = l.appendLine(b)
		if !l.wrapped || y+1 == len(lines) {
			b = append(b, '\n')
			continue
		}
		// Blanks before the margin are part of the line, but for the one cell
		// that a wide character did not fit in.
		missing := l.width - l.inked()
		if missing > 0 && lines[y+1].at(0).ch&wide != 0 {
			missing--
		}
		for range missing {
			b = append(b, ' ')
		}
	}
	return strings.TrimRight(string(b), "\n")
}

// Since returns the rows from a number of the history on, see History, and then the screen's.
// Whole is false where some of them are kept no more, and for the alternate screen, which has no
// history and is returned alone.
func (s *Screen) Since(from int64) (lines []Line, whole bool) {
	screen := freeze(s.grid, s.tables())
	if s.grid == &s.alt {
		return screen, false
	}
	first, end := s.History()
	return append(s.Lines(from, int(end-first)), screen...), first <= from
}
