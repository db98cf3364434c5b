package adapters

import (
	"strings"
	"unicode/utf8"
)

// list reads into d the list that has its cursor in line at and ends before
// line end, and returns the number of the list's first line. cursor is what the
// cursor of one without numbers looks like.
func (b bottom) list(d *Dialog, at, end int, cursor *pattern) (first int) {
	lines := untick(b.lines[:end])
	if m := numbered.FindStringSubmatch(lines[at]); m != nil {
		first, d.Options = b.numbers(lines, at)
		return first
	}
	first, d.Options, d.doubtful, _ = b.labels(lines, at, cursor)
	return first
}

// labels reads the list without numbers that has its cursor in line at: its other
// options begin in the column of the label of the chosen one. Deeper lines
// between them are about the one above. It returns the line after the last option, too.
func (b bottom) labels(lines []string, at int, cursor *pattern) (first int, options []Option, doubtful []int, end int) {
	m := cursor.FindStringSubmatch(lines[at])
	if m == nil {
		return at, nil, nil, at
	}
	indent := strings.Repeat(" ", utf8.RuneCountInString(m[1]+m[2]+m[3]))
	first, end = at, at+1
	for first > 0 && (aligned(lines[first-1], indent) || first > 1 && described(lines[first-1], indent) && aligned(lines[first-2], indent)) {
		first--
	}
	for i := first; i < len(lines); i++ {
		switch {
		case i == at:
			options = append(options, Option{Label: m[4], Selected: true})
		case aligned(lines[i], indent):
			// Nothing tells the rest of a long option from the next one here.
			if i > first && (b.wraps(i) || described(lines[i-1], indent)) {
				doubtful = append(doubtful, len(options))
			}
			options = append(options, Option{Label: strings.TrimSpace(lines[i])})
		case i+1 < len(lines) && described(lines[i], indent) && (i+1 == at || aligned(lines[i+1], indent)):
			continue
		default:
			return first, options, doubtful, end
		}
		end = i + 1
	}
	return first, options, doubtful, end
}

// described reports whether a line stands a little deeper than a label.
func described(line, indent string) bool {
	const deeper = 6
	rest, ok := strings.CutPrefix(line, indent+" ")
	text := strings.TrimLeft(rest, " ")
	return ok && text != "" && len(rest)-len(text) < deeper && !keyHelp.MatchString(text)
}

// listEnd returns the line after the list without numbers that has its cursor in
// a line, 0 for none.
func (b bottom) listEnd(at int) int {
	_, options, _, end := b.labels(untick(b.lines), at, unnumbered)
	if len(options) < 2 {
		return 0
	}
	return end
}

// untick returns lines without the sign that stands before what is set now: it
// is no part of a label, and moves it aside.
func untick(lines []string) []string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = ticked.ReplaceAllString(line, "$1  $2")
	}
	return plain
}

// clipped is an answer that an arrow marks: a window has no room for those beyond it.
var clipped = lazy(`^ *[↑↓] *\d{1,2}[.)] `)

// numbers reads the run of numbers around line at; lines between them that have
// none go on with the label where the window is too narrow for it, and are
// descriptions elsewhere.
func (b bottom) numbers(lines []string, at int) (first int, options []Option) {
	const apart = 4
	first = at
	want := lines[at]
	for i, gap := at, 0; i >= 0 && gap < apart && numberOf(want) != "1"; i-- {
		if n := numberOf(lines[i]); n != "" {
			first, want, gap = i, lines[i], 0
		} else {
			gap++
		}
	}
	label := false
	for i, gap := first, 0; i < len(lines) && gap < apart; i++ {
		m := numbered.FindStringSubmatch(lines[i])
		if m == nil {
			gap++
			if label = label && !keyHelp.MatchString(lines[i]) && !clipped.MatchString(lines[i]) && b.wraps(i); label {
				last := &options[len(options)-1]
				last.Label += " " + strings.TrimSpace(lines[i])
			}
			continue
		}
		gap, label = 0, true
		options = append(options, Option{Key: m[4], Label: strings.TrimSpace(m[5]), Selected: m[2] != ""})
	}
	return first, options
}

// wraps reports whether a line may be the rest of the one above: its first word
// would not have fit there.
func (b bottom) wraps(at int) bool {
	const margins = 6
	if wordless.MatchString(b.lines[at]) || b.at[at] != b.at[at-1]+1 {
		return false
	}
	row := []rune(strings.TrimRight(b.rows[at-1].Text(), " "))
	room := b.cols
	if n := len(row) - 1; n >= 0 && framed(string(row[n])) {
		room, row = n, []rune(strings.TrimRight(string(row[:n]), " "))
	}
	word, _, _ := strings.Cut(strings.TrimSpace(b.lines[at]), " ")
	return len(row) > room/2 && len(row)+1+utf8.RuneCountInString(word) >= room-margins
}

// prose is a line of words, or the lower-case rest of one.
var prose = lazy(`^(?:\p{Lu}[\p{L}\p{N} ,;'’"()-]*|\p{Ll}.*)$`)

// unwrapped returns the lines of a text that say something, each sentence that
// the window is too narrow for as one of them.
func (b bottom) unwrapped(from, to int) []string {
	var lines []string
	for i := from; i < to; i++ {
		line := strings.TrimSpace(b.lines[i])
		switch last := len(lines) - 1; {
		case wordless.MatchString(line):
		case last >= 0 && b.wraps(i) && prose.MatchString(lines[last]):
			lines[last] += " " + line
		default:
			lines = append(lines, line)
		}
	}
	return lines
}
