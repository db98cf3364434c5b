package adapters

import "strings"

// polled is a line that begins with the mark of an open question, as the libraries paint it that
// most programs ask with, and helping one that says which key shows the others.
var (
	polled  = lazy(`^( *(?:\? +|◆  ))(\S.*)$`)
	helping = lazy(`^ *\? +(?:for|to)\b`)
)

// polls reports whether a line may be a question of such a library, whatever its paint is: it stands
// above a list.
func polls(line string) bool { return polled.MatchString(line) && !helping.MatchString(line) }

// polled reports whether the mark of a line is painted as that of an open question, or the cursor stands
// behind it, or it has the sign of a place for an answer; much output begins with `? `. With the answer,
// which has a colour of its own, it is closed.
func (b bottom) polled(at int) bool {
	m := polled.FindStringSubmatch(b.lines[at])
	if m == nil || !polls(b.lines[at]) {
		return false
	}
	if at == b.typed || strings.ContainsAny(m[2], "›‣") {
		return true
	}
	row, words := b.rows[at], strings.Fields(m[2])
	mark := row.Cell(runes(row.Text()[:strings.Index(row.Text(), strings.TrimSpace(m[1]))])).Style.FG
	first, last := painted(row, m[2]).FG, painted(row, words[len(words)-1]).FG
	answered := last != 0 && last != first && !strings.Contains(m[2], "…")
	return mark != 0 && mark != first && !answered
}

// poll is the line with the mark of an open question among the last ones, with no blank one and no end of a
// sentence below it, -1 for none. With the answer, its mark becomes another.
func (b bottom) poll() int {
	for i := len(b.lines) - 1; i >= max(0, len(b.lines)-region); i-- {
		switch {
		case i < len(b.lines)-1 && b.at[i+1] != b.at[i]+1:
			return -1
		case b.polled(i):
			return i
		case stopped.MatchString(b.lines[i]):
			return -1
		}
	}
	return -1
}
