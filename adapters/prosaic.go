package adapters

import "strings"

// What manuals, settings and code are made of, and sentences.
var (
	bulleted = lazy(`^ *[-*+] +\S`)
	usage    = lazy(`(?i)^\W*usage\b`)
	setting  = lazy(`^\W*([a-z][\w.-]*) *$`)
	ordering = lazy(`^(?:allow|approve|permit|authori[sz]e|grant|trust|overwrite|replace|delete|remove|continue|proceed|confirm|accept|run|execute|apply|retry|save|quit|exit|ok)$`)
	stopped  = lazy("[\\p{L}\\p{N}\"'”’)\\]`]\\.[\"'”’)\\]]*$")
	// inside is the end of a text in quotation marks, behind the answers in it.
	inside = lazy(`[\])}>][^\])}>]*['"][^\])}>]*$`)
)

// cited reports whether what a line offers is a part of code or of a manual.
func cited(line string) bool {
	return strings.HasSuffix(strings.TrimSpace(line), "`") || usage.MatchString(line) || inside.MatchString(line)
}

// prosaic reports whether a line is an item of a list, or says something in a sentence.
func prosaic(line string) bool {
	return bulleted.MatchString(line) || paragraph.MatchString(line) && stopped.MatchString(line)
}

// set reports whether what stands before answers is the name of a setting, and no order.
func set(words string) bool {
	m := setting.FindStringSubmatch(words)
	return m != nil && !ordering.MatchString(m[1])
}
