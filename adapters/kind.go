package adapters

import (
	"slices"
	"strings"
)

// kinds tell what is asked, by the words of the question, else by answers that
// nothing else has; the names of settings are no answers. They never decide
// that something is a question.
var kinds = []struct {
	kind           Kind
	words, answers *pattern
}{
	{
		Trust,
		lazy(`(?i)\btrust(?:ing|ed)?\b|accept all responsibility|bypass permissions mode|accessing workspace`),
		lazy(`(?i)^(?:yes|no|don't|do not)\b.*\btrust|^trust\b`),
	},
	{
		Auth,
		lazy(`(?i)\bapi key\b|\bsign(?:ing)? in\b|\blog ?in\b|\bauthenticat|\bcredentials?\b`),
		lazy(`(?i)^(?:log|sign) ?in\b|^(?:use|enter|paste)\b.*\bapi key\b`),
	},
	{
		Permission,
		lazy(`(?i)\bdo you want to (?:proceed|create|make|edit|run|apply|allow|delete|overwrite|execute|write|fetch|use|read)|\bwould you like to (?:run|make|proceed|apply|grant|allow|execute)|\ballow (?:execution|once|always|this)|\bapply this change|\brun (?:this|the following) (?:command|tool)\b|\b(?:permission|approval|confirmation) (?:is )?(?:required|requested|needed)|\b(?:needs?|requires?|requests?|requesting|asks? for|wants?) (?:your )?(?:permission|approval|confirmation)|\bapprove\b.*\?|\bdo you (?:allow|permit)\b`),
		lazy(`(?i)^(?:allow|approve)(?:$| (?:once|always|this|for (?:this|the|all)|all)\b)|^(?:deny|reject)$|\bdon't ask again|what to do differently`),
	},
}

// speaksOf reports whether a text has the words of a kind.
func speaksOf(kind Kind, text string) bool {
	for _, k := range kinds {
		if k.kind == kind && k.words.MatchString(text) {
			return true
		}
	}
	return false
}

// kindOf tells the kind of a question by its subject and its answers.
func kindOf(d *Dialog, subject string) Kind {
	for _, k := range kinds {
		if k.words.MatchString(subject) {
			return k.kind
		}
	}
	for _, k := range kinds {
		if slices.ContainsFunc(labels(d), k.answers.MatchString) {
			return k.kind
		}
	}
	return Question
}

// closing is the end of a line that asks: what happens without an answer may follow.
var closing = lazy(`[?:](?: *\([^)]*\))?$`)

// subject is the part of a text that tells what is asked: the heading and the
// questions, but not the command or the file that it is about.
func subject(lines []string) string {
	var kept []string
	for i, line := range lines {
		if i == 0 || closing.MatchString(line) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
