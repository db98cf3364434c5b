package orchestrator

import (
	"strings"

	"rooda/adapters"
)

// overhaul is how many lines more than before there must be for an answer without an echo
// of what it answers: fewer may be a notice.
const overhaul = 3

// row is a line of a screen with words in it.
type row struct {
	line  string
	words string // its letters and numbers
	key   string // the same whatever clocks and counters say
	under int    // how many lines the screen has below it
}

func rowsOf(screen string) []row {
	var list []row
	lines := strings.Split(screen, "\n")
	for i, line := range lines {
		if words := adapters.Letters(line); words != "" {
			list = append(list, row{line, words, adapters.Letters(adapters.Unticked(line)), len(lines) - 1 - i})
		}
	}
	return list
}

// difference is what became of the rows of a screen. What is new of the later ones is what is not kept.
type difference struct {
	was, is []row
	resized bool
	kept    []bool // of the later rows, which were there
	same    int    // how many of the earlier are left
	added   int    // how many were not there
	instead int    // the one that stands where the last of the earlier stood, -1 for none
	// replaced is how many earlier rows are gone that have not scrolled away.
	replaced int
}

// between is compare for two screens.
func between(before, after string, resized bool) difference {
	return compare(rowsOf(before), rowsOf(after), resized)
}

// compare finds the rows that both have, in the same order. In a window that got another
// size a row was there when its words were: lines begin and end elsewhere.
func compare(was, is []row, resized bool) difference {
	d := difference{was: was, is: is, resized: resized, kept: make([]bool, len(is)), instead: -1}
	if resized {
		all := ""
		for _, r := range was {
			all = joined(all, r.key)
		}
		for i, r := range is {
			if d.kept[i] = strings.Contains(all, r.key); d.kept[i] {
				d.same++
			}
		}
		d.added = len(is) - d.same
		return d
	}
	left := align(was, is, d.kept)
	first := len(was)
	for i, stays := range left {
		if stays {
			d.same++
			first = min(first, i)
		} else if i > first {
			d.replaced++
		}
	}
	d.added = len(is) - d.same
	if w, i := len(was)-1, len(is)-1; w >= 0 && i >= 0 && d.same > 0 && !left[w] && !d.kept[i] && was[w].under == is[i].under {
		d.instead = i
	}
	return d
}

// joined is two keys as one: a counter may be broken between its numbers.
func joined(a, b string) string {
	if strings.HasSuffix(a, "0") {
		b = strings.TrimPrefix(b, "0")
	}
	return a + b
}

// align marks what is kept of the later rows and returns what is left of the earlier, the
// highest first where there is a choice.
func align(was, is []row, kept []bool) (left []bool) {
	left = make([]bool, len(was))
	longest := make([][]int, len(was)+1) // from there on
	for i := range longest {
		longest[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if was[i].key == is[j].key {
				longest[i][j] = max(longest[i][j], 1+longest[i+1][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(was) && j < len(is); {
		switch {
		case was[i].key == is[j].key:
			left[i], kept[j] = true, true
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return left
}

// cleared reports whether nothing is left of a screen, and more is there than one line in
// the place of another.
func (d difference) cleared() bool {
	return d.same == 0 && d.added > 0 && (len(d.was) != 1 || d.added != 1)
}

// overhauled reports whether so much of a screen is new that it is no notice.
func (d difference) overhauled() bool {
	return d.cleared() || d.added-d.replaced >= overhaul || d.same*2 < len(d.was) && d.added >= overhaul
}

// grown reports whether a screen has lines that do not only replace others.
func (d difference) grown() bool { return d.added > d.replaced || d.cleared() }
