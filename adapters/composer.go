package adapters

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

// place is where input is typed: the lines from first up to end, and what
// stands there. The zero place is none.
type place struct {
	first, end    int
	excerpt, held string
}

func (p place) found() bool { return p.end > 0 }

// composer finds the last place where input could be typed, which ends near the
// bottom.
func (b bottom) composer(list patterns) place {
	text := strings.Join(b.lines, "\n")
	for _, p := range list {
		at := lowest(p, text)
		if at == nil {
			continue
		}
		matched := text[at[0]:at[1]]
		last := matched[strings.LastIndexByte(matched, '\n')+1:]
		end := strings.Count(text[:at[1]], "\n") + 1
		// A list of options has the cursor of a composer, and key help below.
		if held := within(matched); b.plumb(text, at) && len(b.lines)-end <= edge && !keyHelp.MatchString(last) && !(closed.MatchString(last) && keyed(held)) {
			return place{strings.Count(text[:at[0]], "\n"), end, b.shows(matched, held), held}
		}
	}
	return place{}
}

// lowest is the match that begins lowest in a text, nil without any. Matches may
// overlap: a composer that was left behind goes on to the head of the next. Each is looked for from the
// head of a line, so ^ is the head of any line, with (?m) or without.
func lowest(p *expression, text string) []int {
	var last []int
	for from := 0; ; {
		at := p.FindStringIndex(text[from:])
		if at == nil {
			return last
		}
		last = []int{from + at[0], from + at[1]}
		next := strings.IndexByte(text[last[0]:], '\n')
		if next < 0 {
			return last
		}
		from = last[0] + next + 1
	}
}

// within is a text without the lines that frame it.
func within(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if !boundary.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// titled is the head of a page: what it is, and at its other end the key that
// leaves it.
var titled = lazy(`(?i)^[^\p{L}]*\p{L}.* {6,}(?:\p{L}+/)?esc(?:ape)?(?:/\p{L}+)?$`)

// takes reports whether keys go to what looks like a composer. focused says
// that the terminal's cursor has stood in the agent's composer before: then it
// shows where they go, and familiar which lines have stood beside it. One that is not to be seen anywhere may be that of a
// window without the focus, or have been hidden by a page above the composer.
func (b bottom) takes(p place, screen *vt.Snapshot, focused bool, familiar func(line string) bool) bool {
	if focused && !b.within(p, screen) && (screen.Modes.Has(vt.CursorVisible) || slices.ContainsFunc(b.lines[:p.first], titled.MatchString)) {
		return false
	}
	if !slices.ContainsFunc(b.lines[p.first:p.end], func(line string) bool { return !rule.MatchString(line) }) && !b.gapes(p) {
		return false
	}
	cursor := b.cursor(p, screen)
	if slices.ContainsFunc(b.lines[p.end:], keyLine) && cursor < 0 && !b.keys(p, familiar) {
		return false // what was sent, and stands above what it has opened
	}
	worded := slices.DeleteFunc(strings.Split(p.held, "\n"), wordless.MatchString)
	if len(worded) == 0 || !keyHelp.MatchString(worded[len(worded)-1]) {
		return true
	}
	// The entry of a list is typed into, and the keys are those of the list.
	return cursor < 0 || !bare.MatchString(b.lines[cursor])
}

// depth is how many lines above the end of a composer of which only the frame
// is known its text may begin.
const depth = 8

// gapes reports whether a composer of which only the rules can be seen has room
// for a text between them, across the window.
func (b bottom) gapes(p place) bool {
	above, below := b.rows[p.first].Text(), b.rows[p.end-1].Text()
	return b.at[p.end-1]-b.at[p.first] > 1 && above == below && utf8.RuneCountInString(above) > b.cols*3/4
}

// bare is the sign of an entry with nothing behind it.
var bare = lazy(`^ *[❯›»>] *$`)

// focused reports whether the terminal's cursor can be seen behind the sign or
// the frame of a composer, or between the rules of one without.
func (b bottom) focused(p place, screen *vt.Snapshot) bool {
	if !b.within(p, screen) {
		return false
	}
	if y := screen.Cursor.Y; y > b.at[p.first] && y < b.at[p.end-1] && b.gapes(p) {
		return true
	}
	row := screen.Line(screen.Cursor.Y)
	from := max(afterSign(row), afterFrame(row))
	return from > 0 && screen.Cursor.X >= from
}

// within reports whether the terminal's cursor can be seen in the lines of a
// composer, or in the frame above them.
func (b bottom) within(p place, screen *vt.Snapshot) bool {
	y, first, last := screen.Cursor.Y, b.at[p.first], b.at[p.end-1]
	if !screen.Modes.Has(vt.CursorVisible) {
		return false
	}
	if y > last { // the end of a text may be blank
		return p.end == len(b.lines) || y < b.at[p.end]
	}
	return y >= first || y >= last-depth && afterFrame(screen.Line(y)) > 0
}

// cursor returns the first line of a composer in which the terminal's cursor
// stands, or one is painted; -1 for none.
func (b bottom) cursor(p place, screen *vt.Snapshot) int {
	for i := p.first; i < p.end; i++ {
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
