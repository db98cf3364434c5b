package adapters

import "slices"

// sends is a line of keys one of which sends what is typed.
var sends = lazy(`(?i)\b(?:enter|return)\b(?:[\])>]|:| key)? (?:to )?(?:submit|send)\b`)

// keys reports whether the line of keys below a composer is its own, and not that of something which
// a text has opened: it was there before, or sends what is typed, and there is no text yet. An entry
// for an answer may look like that, too, and has what is asked above it.
func (b bottom) keys(p place, familiar func(line string) bool) bool {
	below := slices.DeleteFunc(slices.Clone(b.lines[p.end:]), wordless.MatchString)
	if !slices.ContainsFunc(below, func(line string) bool { return !familiar(line) }) {
		return true
	}
	const near = 3
	asks := func(line string) bool {
		return asking.MatchString(line) || secret.MatchString(line) || code.MatchString(line) || speaksOf(Auth, line)
	}
	return wordless.MatchString(p.held) && slices.ContainsFunc(below, sends.MatchString) &&
		!slices.ContainsFunc(below, func(line string) bool { return !keyLine(line) }) &&
		!slices.ContainsFunc(b.lines[max(0, p.first-near):p.first], asks)
}
