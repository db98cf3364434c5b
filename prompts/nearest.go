package prompts

import (
	"cmp"
	"slices"
	"strings"
)

const (
	maxSuggestions = 3
	minPrefix      = 3 // shorter beginnings fit too many names
)

// Nearest returns up to three of the known names that name is likely to be a
// misspelling or the beginning of, best first; equally good ones keep the
// order of known. Letter case is ignored. It returns nil when nothing is
// close: a third of the letters may differ, and a swap of two neighbours
// counts once.
func Nearest(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	typed := []rune(strings.ToLower(name))
	limit := min((len(typed)+2)/3, len(typed)-1)

	var near, longer []candidate
	for _, k := range known {
		lower := strings.ToLower(k)
		c := candidate{k, distance(typed, []rune(lower))}
		switch {
		case c.distance <= limit:
			near = append(near, c)
		case len(typed) >= minPrefix && strings.HasPrefix(lower, string(typed)):
			longer = append(longer, c)
		}
	}
	byDistance := func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) }
	slices.SortStableFunc(near, byDistance)
	slices.SortStableFunc(longer, byDistance)

	var names []string
	for _, c := range append(near, longer...) {
		if len(names) < maxSuggestions && !slices.Contains(names, c.name) {
			names = append(names, c.name)
		}
	}
	return names
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that turn a into b, no letter being edited twice.
func distance(a, b []rune) int {
	var before []int // the row for a[:i-2]
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
