package adapters

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rooda/pty/vt"
)

const (
	// window is how many lines at the bottom a dialog may take, region how
	// many are searched for marks, and edge how far from the end a footer or
	// the end of the composer may be.
	window, region, edge = 34, 12, 6
)

// bottom is the lower part of a screen as people read it: the lines that are
// not blank, without the frames around them.
type bottom struct {
	lines []string
	rows  []vt.Line
	at    []int // their numbers on the screen
	// typed is the index of the line at whose end a cursor can be seen, -1 for none.
	typed int
	cols  int
}

var (
	frame     = lazy(`^ *[│┃║] ?(.*?)(?: *[│┃║] *)?$`)
	scrollbar = lazy(` {3,}[█▓▒░▐▲▼▴▾│┃║] *$`)
	task      = lazy(`^ +(?:⎿ *)?(?:[☐☒☑◻◼□■▢▣✔✓✗] |… ?\+\d)`)
	wordless  = lazy(`^[^\p{L}\p{N}]*$`)
	boundary  = lazy(`^ *(?:[╭┌┏╻╔]|[─━▔▁═]{16}|[─━]{2,} [^\n]* [─━]{2,}$|\+[-=]{8,}\+)`)
	plainEdge = lazy(`^( *)\+[-=]{8,}\+$`)
	plainRow  = lazy(`^( *)\| ?([^|]*?) *\|$`)
	paragraph = lazy(`^(?:[•●✦✔✗✘✓■⏺›❯»ℹ✕]| {0,3}[◆◇△▲●]\x{FE0E}\x{FE0F}?| {0,3}[◆◇]) `)
)

// read takes a whole screen.
func read(screen *vt.Snapshot) bottom {
	b := bottom{typed: -1, cols: screen.Cols}
	cursor := screen.Cursor
	plain := 0 // the width of a frame of plain characters whose head stands above
	for y := range screen.Rows {
		line := strings.ReplaceAll(screen.Line(y).Text(), "\u00a0", " ")
		if plain = plainFrame(plain, line); plain > 0 {
			if m := plainRow.FindStringSubmatch(line); m != nil {
				line = m[1] + m[2]
			}
		}
		for range 2 { // frames nest
			if m := frame.FindStringSubmatch(line); m != nil {
				line = m[1]
			}
		}
		line = scrollbar.ReplaceAllString(line, "")
		if line = strings.TrimRight(line, " "); line != "" {
			if y == cursor.Y && screen.Modes.Has(vt.CursorVisible) && strings.HasSuffix(strings.TrimRight(until(screen.Line(y), cursor.X), " "), line) {
				b.typed = len(b.lines)
			}
			b.lines, b.rows, b.at = append(b.lines, line), append(b.rows, screen.Line(y)), append(b.at, y)
		}
	}
	return b
}

// plainFrame is the width of the frame of plain characters that a line stands in
// or begins, 0 for none. A table, which has more than one cell in a row, is none.
func plainFrame(width int, line string) int {
	switch n := utf8.RuneCountInString(line); {
	case plainEdge.MatchString(line):
		return n
	case n == width && plainRow.MatchString(line):
		return width
	}
	return 0
}

// cropped is the last n lines, and how many stand above them.
func (b bottom) cropped(n int) (bottom, int) {
	from := max(0, len(b.lines)-n)
	return bottom{b.lines[from:], b.rows[from:], b.at[from:], max(-1, b.typed-from), b.cols}, from
}

// until is the text of a row left of a column.
func until(row vt.Line, column int) string {
	text := []rune(strings.ReplaceAll(row.Text(), "\u00a0", " "))
	return string(text[:min(column, len(text))])
}

// ends reports whether a line is the last one that says something, or only goes
// on below because the window is narrow.
func (b bottom) ends(at int) bool {
	const frames = 6
	for i := at + 1; i < len(b.lines); i++ {
		if wordless.MatchString(b.lines[i]) {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(b.lines[i]), " ")
		if utf8.RuneCountInString(b.rows[i-1].Text())+1+utf8.RuneCountInString(word) < b.cols-frames {
			return false
		}
	}
	return true
}

// tail returns the last n lines as one text.
func (b bottom) tail(n int) string {
	return strings.Join(b.lines[max(0, len(b.lines)-n):], "\n")
}

func (b bottom) last() string {
	for i := len(b.lines) - 1; i >= 0; i-- {
		if !wordless.MatchString(b.lines[i]) {
			return b.lines[i]
		}
	}
	return ""
}

// latest is the last line above the composer that has words. Below it is what holds of the
// agent at all times.
func (b bottom) latest(p place) string {
	if line := b.part(0, p.first).last(); line != "" {
		return line
	}
	return b.last()
}

// find returns the line in which a pattern first matches the region.
func (b bottom) find(list patterns) (excerpt string, ok bool) {
	return b.findIn(b.tail(region), list)
}

// complaint is find for a mark that begins with what it is about.
func (b bottom) complaint(list patterns) (excerpt string, ok bool) {
	text := b.tail(region)
	at := list.first(text)
	if at == nil {
		return "", false
	}
	text = text[at[0]:at[1]]
	if said := list.group("says", text); said != "" {
		return brief(said, excerptLength), true
	}
	for line := range strings.Lines(text) {
		if !wordless.MatchString(line) {
			return brief(line, excerptLength), true
		}
	}
	return "", true
}

// busy is find without the list of tasks that some agents show below the line
// that moves, which may be longer than the region.
func (b bottom) busy(list patterns) (excerpt string, ok bool) {
	var lines []string
	for i := len(b.lines) - 1; i >= 0 && len(lines) < region; i-- {
		if !task.MatchString(b.lines[i]) {
			lines = append(lines, b.lines[i])
		}
	}
	slices.Reverse(lines)
	return b.findIn(strings.Join(lines, "\n"), list)
}

func (b bottom) findIn(text string, list patterns) (excerpt string, ok bool) {
	if at := list.first(text); at != nil {
		return b.excerpt(text[at[0]:at[1]]), true
	}
	return "", false
}

// excerpt returns the last line of what a mark matched that has words, or the
// last on the screen.
func (b bottom) excerpt(matched string) string {
	lines := strings.Split(matched, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if !wordless.MatchString(lines[i]) {
			return brief(lines[i], excerptLength)
		}
	}
	return brief(b.last(), excerptLength)
}
