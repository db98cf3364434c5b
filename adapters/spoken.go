package adapters

import "strings"

var (
	// permits asks for leave, in a question or by what its keys do.
	permits = lazy(`(?i)\b(?:allow|approve|permit|authori[sz]e|grant)\b[^?]*\?`)
	// undertakes asks whether something is to be done that changes or starts something.
	undertakes = lazy(`(?i)(?:^|[.!?:>] +|\b(?:okay|ok|want me|wants?|shall i|should i|may i|can i|let (?:me|it)|you sure you want|like me) (?:to )?)(?:run|execute|apply|overwrite|replace|delete|remove|write|create|edit|install|uninstall|push|download|fetch)\b[^?]*\?`)
)

// spokenKind is the kind of a question that wants a letter, a word or a key: what its words say, or else
// whether something is to be done. Where nothing is asked in words it is not known.
func spokenKind(text string) Kind {
	kind := kindOf(&Dialog{}, text)
	switch {
	case kind != Question:
		return kind
	case permits.MatchString(text), undertakes.MatchString(text):
		return Permission
	case strings.Contains(strings.TrimLeft(text, "? "), "?"): // ahead of a text it is the sign of an entry
		return Question
	}
	return Unspecified
}
