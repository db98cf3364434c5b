package adapters

import (
	"slices"
	"strings"
	"unicode"
)

// motion is which signs have moved in this turn: each changed again and again in
// a line that kept its words. An agent whose tool says nothing leaves such a
// line as it is, and so does one that forgets it: while it stands, the agent is
// not believed to rest.
type motion struct {
	before map[int]string // the rows of the screen as last seen
	signs  []moving       // the latest last
	toil
}

// moving is a sign and the line around it.
type moving struct {
	lead, tail string
	left       []rune // what it has been and is no more, but for a while
	moved      bool   // what it had left came back
	under      []string
}

// motions is how many signs are remembered.
const motions = 16

// sign is the line on a screen that should move, empty for none: one that has moved,
// or one above the composer that begins with what only ever turns; of an agent that
// nobody has described, few words there that go on, too.
func (m *motion) sign(b bottom, p place, undescribed bool) string {
	end := len(b.lines)
	if p.found() {
		end = p.first
	}
	m.follow(b, p, end)
	for _, s := range slices.Backward(m.signs) {
		if p.found() && !s.worded() {
			continue
		}
		if i := s.find(b, p); i >= 0 && b.trailed(i, max(i, end), s.under) {
			m.last, m.gone = unmoving(b.lines[i]), false
			return b.lines[i]
		}
	}
	for i := end - 1; i >= max(0, end-edge) && p.found(); i-- {
		weight := weigh(b.lines[i], undescribed)
		if weight > nothing && b.trailed(i, end, nil) && m.believes(b.lines[i], weight) {
			m.gone = false
			return b.lines[i]
		}
	}
	m.gone = m.let || m.last != "" && m.key == ""
	return ""
}

// follow notes which lines have changed in nothing but a sign. What is typed is
// no work.
func (m *motion) follow(b bottom, p place, end int) {
	rows := make(map[int]string, len(b.lines))
	for i, line := range b.lines {
		if i >= p.first && i < p.end {
			continue
		}
		rows[b.at[i]] = line
		before := m.before[b.at[i]]
		if before == "" || before == line {
			continue
		}
		s, was, is := changed(before, line)
		if was == 0 || p.found() && !s.worded() {
			continue // without a word, it may be about the agent there
		}
		if at := slices.IndexFunc(m.signs, func(o moving) bool { return o.lead == s.lead && o.tail == s.tail }); at >= 0 {
			s = m.signs[at]
			m.signs = slices.Delete(m.signs, at, at+1)
		}
		s.moved = s.moved || slices.Contains(s.left, is)
		if !slices.Contains(s.left, was) {
			s.left = append(s.left, was)
		}
		s.under = nil
		for j := i + 1; j < end; j++ {
			s.under = append(s.under, Unticked(b.lines[j]))
		}
		m.signs = append(m.signs[max(0, len(m.signs)-motions+1):], s)
	}
	m.before = rows
}

// changed returns the sign that is all that differs between two lines, zeros
// where there is more, or less.
func changed(before, line string) (s moving, was, is rune) {
	a, b := []rune(Unticked(before)), []rune(Unticked(line))
	if len(a) != len(b) {
		return s, 0, 0
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if at == len(a) || !slices.Equal(a[at+1:], b[at+1:]) || !turns(a[at]) || !turns(b[at]) {
		return s, 0, 0
	}
	s = moving{lead: string(b[:at]), tail: string(b[at+1:])}
	if !s.worded() && strings.TrimSpace(s.lead+s.tail) != "" {
		return s, 0, 0
	}
	return s, a[at], b[at]
}

// worded reports whether there are words beside a sign.
func (s moving) worded() bool { return strings.ContainsFunc(s.lead+s.tail, unicode.IsLetter) }

// turns reports whether a character may be one of those that take turns. What
// pictures are made of is none.
func turns(r rune) bool {
	return r > ' ' && !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsSpace(r) && (r < '─' || r > '▟')
}

// find returns the lowest line with the sign as it has been, -1 for none.
func (s moving) find(b bottom, p place) int {
	for i := len(b.lines) - 1; i >= 0 && s.moved; i-- {
		if i >= p.first && i < p.end {
			continue
		}
		rest, leads := strings.CutPrefix(Unticked(b.lines[i]), s.lead)
		sign, trails := strings.CutSuffix(rest, s.tail)
		if r := []rune(sign); leads && trails && len(r) == 1 && slices.Contains(s.left, r[0]) {
			return i
		}
	}
	return -1
}

// trailed reports whether nothing stands below a line, up to line end, but what
// belongs to it, as the output of a tool and a list of tasks do, or was there.
func (b bottom) trailed(at, end int, there []string) bool {
	for i := at + 1; i < end; i++ {
		belongs := wordless.MatchString(b.lines[i]) || task.MatchString(b.lines[i]) || indent(b.lines[i]) > indent(b.lines[at])
		if !belongs && !slices.Contains(there, Unticked(b.lines[i])) {
			return false
		}
	}
	return true
}
