package adapters

import "slices"

// The words that answers are made of, as parts of patterns: allows lets the agent go on, refuses does not,
// and does are those that a key or a word that is typed may stand for. The keys of any list confirm, too: grants are
// allows without that.
const (
	grants  = `yes|ok|approve|accept|allow|run|execute|apply|proceed|continue|agree`
	allows  = grants + `|confirm`
	refuses = `no|deny|reject|decline|skip|cancel|abort`
	does    = allows + `|` + refuses + `|retry|overwrite`
)

var (
	refusing = lazy(`(?i)\b(?:` + refuses + `)\b`)
	// replies are answers that allow or refuse, at the head of a label.
	replies  = lazy(`(?i)^\W*(?:` + allows + `|` + refuses + `|always|never)\b`)
	granting = lazy(`(?i)^\W*(?:` + allows + `|always)\b`)
	denying  = lazy(`(?i)^\W*(?:` + refuses + `|never)\b`)
)

// opposed reports whether one of some answers begins with a word that allows, and another with one that refuses.
func opposed(labels []string) bool {
	return slices.ContainsFunc(labels, granting.MatchString) && slices.ContainsFunc(labels, denying.MatchString)
}
