package adapters

import "strings"

var (
	// printed is the head of what a tool has printed.
	printed = lazy(`^ *⎿`)
	// replied is a word behind a question with letters.
	replied = lazy(`^[\])?:>\s]*[\p{L}\p{N}]{1,8}\s*$`)
)

// settled reports whether a line asks nothing of anybody while its agent works: a tool has printed it,
// or its answer stands behind it.
func (b bottom) settled(at int) bool {
	if m := spelled.FindStringSubmatch(b.lines[at]); m != nil && replied.MatchString(m[6]) {
		return true
	}
	for i, depth := at, indent(b.lines[at]); i >= 0; i-- {
		if printed.MatchString(b.lines[i]) {
			return i == at || depth > strings.Index(b.lines[i], "⎿")
		}
		if i < at && b.at[i+1]-b.at[i] > 1 || indent(b.lines[i]) == 0 {
			return false
		}
	}
	return false
}
