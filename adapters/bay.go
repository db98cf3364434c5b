package adapters

import (
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// bay is what stands between two rules of which nothing else was known while
// they were a composer, and empty: it is told from the rules of an answer by its
// place and the cursor. Questions may come to stand there, too, so it is no
// composer for whoever has not just typed into it. Empty where there is none.
// focused says that the cursor has stood in it: else one elsewhere says nothing.
func (s seat) bay(screen *vt.Snapshot, focused bool) string {
	y := screen.Cursor.Y
	if !s.bare || s.last >= screen.Rows || y >= screen.Rows {
		return ""
	}
	aside := !screen.Modes.Has(vt.CursorVisible) || !focused && (y <= s.first || y >= s.last)
	if aside {
		y = s.first + 1
	}
	first, last := y, y
	for first >= 0 && !spans(screen, first) {
		first--
	}
	for last < screen.Rows && !spans(screen, last) {
		last++
	}
	switch {
	case first < 0, last == screen.Rows, first == last, ruled(screen, first) != ruled(screen, last):
		return ""
	case first != s.first && last != s.last, aside && (first != s.first || last != s.last):
		return ""
	}
	var lines []string
	for y := first + 1; y < last; y++ {
		lines = append(lines, ruled(screen, y))
	}
	return strings.Join(lines, "\n")
}

// spans reports whether a row is a rule across the window.
func spans(screen *vt.Snapshot, y int) bool {
	text := ruled(screen, y)
	return rule.MatchString(text) && wordless.MatchString(text) && utf8.RuneCountInString(text) > screen.Cols*3/4
}

func ruled(screen *vt.Snapshot, y int) string { return strings.TrimRight(screen.Line(y).Text(), " ") }

// bays reports whether the text, or the placeholder for it, is all that stands in
// the composer that has no sign.
func (s *Submission) bays(v View) bool {
	shown := solid(v.Bay)
	if shown == "" || v.Covered || len(s.marks) == 0 {
		return false
	}
	if rest := placeholder.get().ReplaceAllString(v.Bay, ""); foldable(s.text) && solid(rest) == "" {
		return placeholders(v.Bay) == 1
	}
	// A composer that is too low shows the end.
	return strings.HasSuffix(solid(s.text), shown) && strings.HasSuffix(shown, s.marks[len(s.marks)-1])
}
