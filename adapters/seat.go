package adapters

import (
	"strings"

	"rooda/pty/vt"
)

// seat is where a composer was last seen, and what it begins with; the zero seat
// is none. Answers have rules, too: with the composer away, two of them and what
// stands between look like one.
type seat struct {
	known       bool
	sign        string
	first, last int  // rows of the screen
	below       int  // lines
	bare        bool // two rules and nothing else
}

func (b bottom) seat(p place) seat {
	end := p.end - 1
	if foot := b.foot(p); foot >= 0 {
		end = foot
	}
	s := seat{known: true, first: b.at[p.first], last: b.at[end], below: len(b.lines) - 1 - end}
	for i := p.first; i < p.end && s.sign == ""; i++ {
		if from := max(afterSign(b.rows[i]), afterFrame(b.rows[i])); from > 0 {
			s.first, s.sign = b.at[i], b.rows[i].Cell(from-1).Text
		}
	}
	s.bare = s.sign == "" && b.gapes(p)
	return s
}

// plain reports whether a sign begins lines of texts, too. Those that do not are
// enough to know a composer by.
func plain(sign string) bool { return sign == "" || !strings.Contains("❯›┃", sign) }

// resumes reports whether a composer is the one that was last seen: it has the
// cursor, or its sign, or its place. focused says that the terminal's cursor has
// stood in it: then there is nothing but the place to know it by without.
func (b bottom) resumes(p place, before seat, screen *vt.Snapshot, focused bool) bool {
	now := b.seat(p)
	switch {
	case !before.known, now.sign == before.sign && !plain(now.sign), b.within(p, screen), marked(screen, now):
		return true
	case now.first == before.first && now.last == before.last:
		return true
	}
	return !focused && now.sign == before.sign && now.below == before.below
}

// marked reports whether a cursor is painted in a composer.
func marked(screen *vt.Snapshot, s seat) bool {
	for y := s.first; y <= s.last; y++ {
		row := screen.Line(y)
		for x := range row.Len() {
			if row.Cell(x).Style.Attr&vt.Reverse != 0 {
				return true
			}
		}
	}
	return false
}
