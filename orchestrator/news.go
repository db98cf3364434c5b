package orchestrator

import (
	"slices"
	"strings"

	"rooda/adapters"
)

// answers reports whether what is new is an answer to a text that was handed over in between. Words
// below a new echo of the text are one; without an echo only so many of them that they are no notice.
func (d difference) answers(text string) bool {
	if e, found := d.echo(text); found {
		return d.replies(e)
	}
	return d.overhauled() || d.promises(text) || !d.resized && d.renumbered() > overhaul
}

// echo is the first echo of a text that was not there before.
func (d difference) echo(text string) (e echo, found bool) {
	earlier := 0
	if d.resized {
		earlier = len(echoes(d.was, text))
	}
	for i, e := range echoes(d.is, text) {
		if d.resized && i >= earlier || !d.resized && !d.kept[e.first] {
			return e, true
		}
	}
	return echo{}, false
}

// replies reports whether there are words below an echo that were not there before it.
func (d difference) replies(e echo) bool {
	var fresh []int
	for i := e.below(d.is); i < len(d.is); i++ {
		if alone(d.is[i].line) != "" {
			return true
		}
		if !d.kept[i] {
			fresh = append(fresh, i)
		}
	}
	return len(fresh) > 1 || len(fresh) == 1 && fresh[0] != d.instead
}

// renumbered counts the lines that differ from the earlier ones in nothing but numbers that are no
// time of day. More than a few are no counters.
func (d difference) renumbered() int {
	n := 0
	for i, r := range d.is {
		line := adapters.Untimed(r.line)
		if d.kept[i] && !slices.ContainsFunc(d.was, func(o row) bool { return adapters.Untimed(o.line) == line }) {
			n++
		}
	}
	return n
}

// novelty is the last line that was not there before and is none of a text's, empty for none.
func (d difference) novelty(text string) string {
	kept := slices.Clone(d.kept)
	for _, e := range echoes(d.is, text) {
		for i := e.head; i < e.below(d.is); i++ {
			kept[i] = true
		}
	}
	for i, r := range slices.Backward(d.is) {
		if !kept[i] {
			return r.line
		}
	}
	return ""
}

// promises reports whether there is a promise that was not there before, and that cannot
// be an echo: the text has none in a line of its own, or something else beside it.
func (d difference) promises(text string) bool {
	quoted := false
	for line := range strings.SplitSeq(text, "\n") {
		quoted = quoted || alone(line) != ""
	}
	all := adapters.Letters(text)
	for i, r := range d.is {
		if !d.kept[i] && alone(r.line) != "" && (!quoted || i > 0 && !d.kept[i-1] && !beside(d.is, i, all)) {
			return true
		}
	}
	return false
}

// beside reports whether a row stands in a text next to what it stands next to on the screen, or may
// for all that can be seen: an echo that is cut off shows nothing below it.
func beside(is []row, i int, all string) bool {
	last := i+1 == len(is)
	return contains(all, is[i-1].words+is[i].words) || !last && contains(all, is[i].words+is[i+1].words)
}

// reply looks for words below the echo of a text. found says that there is an echo; the
// lowest counts.
func reply(above, text string) (words, found bool) {
	is := rowsOf(above)
	list := echoes(is, text)
	if len(list) == 0 {
		return false, false
	}
	return compare(nil, is, false).replies(list[len(list)-1]), true
}
