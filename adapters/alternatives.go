package adapters

import (
	"slices"
	"strings"
)

var (
	// urged are words ahead of a key, wrapping brackets around all of a line, and hinted is a row with the keys that
	// switch and choose behind it. capital is an answer that has its key in it.
	urged    = lazy(`(?i)^(?:(?:please|press|hit|use|type|enter|(?:reply|respond|answer)(?: with)?|or|and) )+([\[(<'"]?` + keycap + `\b|[\[(<'"/])`)
	wrapping = lazy(`^\(([^()]{4,})\)$`)
	hinted   = lazy(`(?i)^(.*\S) +\([^()]*(?:\b(?:tab|enter|arrows?|space)\b|[←→⇆])[^()]*\)$`)
	capital  = lazy(`[\[(]\p{L}[\])]\p{L}`)
	// What stands between two answers, once it is made two blanks where nothing but a slash, a bracket (clasping one
	// that begins the next, clasped one that ended the last, unless the key in it is going on to what it does) or a
	// key with its sign (tallying) does. aiming is a cursor.
	slashed  = lazy(`([^\s/])/(\p{L}|[\[(])`)
	clasping = lazy(`([\])>}\p{L}]) +([\[(<])`)
	clasped  = lazy(`([\[(<][^\[\]()<>]*[\])>]) +`)
	going    = lazy(`([\])>])  (to |for |key |[:=])`)
	tallying = lazy(` +(\(?[\p{L}\d](?:[):.] ?| ?= ?)\p{L})`)
	aiming   = lazy(`^([❯›»▶►▸➜→>]) +`)
	parting  = lazy(` *[,;·•|│] *| +/ +| {2,}(?:(?:/|or|and) +)?|(?:^| +)(?:or|and) `)
	rowing   = lazy(` {2,}| / `)
)

// alternatives reports whether a line offers answers, of which one allows and another refuses: each with its key, or
// side by side as buttons, whatever stands between them. They may stand behind a question or a colon.
func alternatives(line string) bool {
	if !refusing.MatchString(line) && !capital.MatchString(line) && !others.MatchString(line) || bulleted.MatchString(line) || stopped.MatchString(line) {
		return false
	}
	counted := queried.MatchString(line) || choosing.MatchString(line)
	line = strings.TrimRight(strings.Trim(line, " │|"), " :>›»…?.")
	texts := []string{line}
	if at := strings.LastIndex(line, "? "); at >= 0 {
		texts = append(texts, line[at+2:])
	}
	if _, tail, ok := strings.Cut(line, ": "); ok && !paragraph.MatchString(line) {
		texts = append(texts, tail)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return alternating(strings.TrimSpace(text), counted) })
}

// alternating is alternatives for a part of a line; counted says that digits may be keys.
func alternating(text string, counted bool) bool {
	if m := wrapping.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	if m := hinted.FindStringSubmatch(text); m != nil && rowSides(split(m[1], rowing), true).both() {
		return true
	}
	text = aiming.ReplaceAllString(text, "$1 ")
	bracketed := slashed.ReplaceAllString(clasping.ReplaceAllString(text, "$1  $2"), "$1 / $2")
	return rowSides(split(bracketed, rowing), false).both() || keyedSides(keyedParts(text), counted, false).both()
}

// keyedParts are the parts of a text that may be answers with their keys.
func keyedParts(text string) []string {
	text = slashed.ReplaceAllString(text, "$1  $2")
	text = urged.ReplaceAllString(text, "$1")
	if strings.ContainsAny(text[:min(1, len(text))], "[(<") {
		text = clasping.ReplaceAllString(text, "$1  $2")
	} else {
		text = going.ReplaceAllString(clasped.ReplaceAllString(text, "$1  "), "$1 $2")
	}
	parts := split(tallying.ReplaceAllString(text, "  $1"), parting)
	for i, part := range parts {
		parts[i] = urged.ReplaceAllString(part, "$1")
	}
	return parts
}

func split(text string, by *pattern) []string {
	parts := by.Split(text, -1)
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// stacked reports whether the last lines, each with an answer and its key, allow and refuse.
func (b bottom) stacked() bool {
	var parts []string
	for i := len(b.lines) - 1; i >= 0 && len(parts) < region; i-- {
		part := keyedParts(strings.Trim(b.lines[i], " │|"))
		if len(part) != 1 || answerOf(part[0]) == "" || i < len(b.lines)-1 && b.at[i+1] != b.at[i]+1 {
			break
		}
		parts = append(parts, part[0])
	}
	return len(parts) > 1 && keyedSides(parts, false, true).both()
}
