package orchestrator

import (
	"slices"
	"strings"

	"rooda/adapters"
)

// answers reports whether a screen has an answer to a text, given what stood above the
// composer when that was handed over and what stands there now. Words below a new echo
// of the text are one; without an echo only so many of them that they are no notice.
// In a window that got another size lines begin and end elsewhere.
func answers(before, after, text string, resized bool) bool {
	was, is := rowsOf(before), rowsOf(after)
	d := compare(was, is, resized)
	if e, found := d.echo(was, is, text, resized); found {
		return e.answered(is, d)
	}
	return d.overhauled() || promised(is, d, text) || !resized && renumbered(was, is, d) > overhaul
}

// echo is the first echo of a text that was not there before.
func (d difference) echo(was, is []row, text string, resized bool) (e echo, found bool) {
	earlier := 0
	if resized {
		earlier = len(echoes(was, text))
	}
	for i, e := range echoes(is, text) {
		if resized && i >= earlier || !resized && !d.kept[e.first] {
			return e, true
		}
	}
	return echo{}, false
}

// renumbered counts the lines that differ from the earlier ones in nothing but numbers that are no
// time of day. More than a few are no counters.
func renumbered(was, is []row, d difference) int {
	n := 0
	for i, r := range is {
		line := adapters.Untimed(r.line)
		if d.kept[i] && !slices.ContainsFunc(was, func(o row) bool { return adapters.Untimed(o.line) == line }) {
			n++
		}
	}
	return n
}

// novelty is the last line of a screen that was not there before and is none of a text's, empty for none.
func novelty(before, after, text string, resized bool) string {
	is := rowsOf(after)
	kept := compare(rowsOf(before), is, resized).kept
	for _, e := range echoes(is, text) {
		for i := e.head; i < e.below(is); i++ {
			kept[i] = true
		}
	}
	for i, r := range slices.Backward(is) {
		if !kept[i] {
			return r.line
		}
	}
	return ""
}

// promised reports whether there is a promise that was not there before, and that cannot
// be an echo: the text has none in a line of its own, or something else beside it.
func promised(is []row, d difference, text string) bool {
	quoted := false
	for line := range strings.SplitSeq(text, "\n") {
		quoted = quoted || alone(line) != ""
	}
	all := adapters.Letters(text)
	for i, r := range is {
		if !d.kept[i] && alone(r.line) != "" && (!quoted || i > 0 && !d.kept[i-1] && !beside(is, i, all)) {
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
	return list[len(list)-1].answered(is, difference{kept: make([]bool, len(is))}), true
}

// grown reports whether a screen has lines that do not only replace others.
func grown(before, after string, resized bool) bool {
	d := compare(rowsOf(before), rowsOf(after), resized)
	return d.added > d.replaced || d.cleared()
}

// answered reports whether there are words below an echo that were not there before it.
func (e echo) answered(is []row, d difference) bool {
	var fresh []int
	for i := e.below(is); i < len(is); i++ {
		if alone(is[i].line) != "" {
			return true
		}
		if !d.kept[i] {
			fresh = append(fresh, i)
		}
	}
	return len(fresh) > 1 || len(fresh) == 1 && fresh[0] != d.instead
}

// below is the first row after an echo, and after what is left of it where it was shown in another shape.
func (e echo) below(is []row) int {
	from, missing := e.end, e.missing
	for i := from; i < len(is); i++ {
		if left, ok := missing.after(is[i]); ok && alone(is[i].line) == "" {
			from, missing = i+1, left
		}
	}
	return from
}
