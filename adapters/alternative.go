package adapters

import "slices"

const (
	// capsign is a key by its sign, capname one by its name, too, or what stands for one, and keycap any, as parts of patterns.
	capsign = `[\^⌃⌥⌘]\S|[↵⏎⎋]`
	capname = `(?:ctrl|alt|shift|cmd|option|meta)(?: ?[+-] ?| )\S|` + capsign + `|enter|return|esc(?:ape)?|space(?:bar)?|tab|/\w+|anything else|any other key`
	keycap  = `(?:` + capname + `|[\p{L}\d])`
)

// One of several answers in a line, as it stands there; the group is its label.
var (
	// locked is one behind its key, capped one that has its key in it, terse one behind nothing but a letter,
	// and keying one ahead of its key.
	locked = lazy(`(?i)^(?:[\[(<'"]` + keycap + `[\])>'"](?: key)? *(?:to |for |[:=] *)?|(?:` + capname + `)(?: key)?(?: to | for |: *| ?= ?| +)|[\p{L}\d](?: to | for |: *| ?= ?|[.)] *))(\p{L}.*)$`)
	capped = lazy(`^[\[(](\p{L})[\])](\p{L}+)$`)
	terse  = lazy(`(?i)^\p{L} ((?:` + does + `|always|never|once)(?: (?:once|always|all|it|this))?)$`)
	keying = lazy(`(?i)^(\p{L}.*?)(?: ?[\[(<]` + keycap + `[\])>]| (?:with|by) ` + keycap + `| (?:` + capsign + `))$`)
	// weakly is one with a digit, or as items are counted: what is no answer begins like that, too.
	// others are all keys but those named.
	weakly = lazy(`^\W?\d|^\p{L}[.)]|[\[(<]\d[\])>]$`)
	others = lazy(`(?i)\bany(?:thing else| other key)\b`)
	// pushed is a button, radioed one with its sign, faced the one that the cursor stands at, and plainly one with nothing.
	pushed  = lazy(`^[\[(<] ?(\p{L}[^\])>]*?) ?[\])>]$`)
	radioed = lazy(`^(?:[●○◉◯]|\([ ox*•●]?\)) ?(\p{L}.*)$`)
	faced   = lazy(`^[❯›»▶►▸➜→>] ?(\p{L}.*)$`)
	plainly = lazy(`^(\p{L}[\p{L}', ]{0,30})$`)
	// resumes is what a key does that allows, and backgrounds what only looks like it.
	resumes     = lazy(`(?i)^(?:` + grants + `|always|once|retry|overwrite|trust)\b`)
	backgrounds = lazy(`(?i)^run in\b`)
)

// answerOf is the label of an answer with its key, empty for none.
func answerOf(part string) string {
	if m := capped.FindStringSubmatch(part); m != nil {
		return m[1] + m[2]
	}
	for _, form := range []*pattern{locked, terse, keying} {
		if m := form.FindStringSubmatch(part); m != nil {
			return m[1]
		}
	}
	return ""
}

// sides are what answers do that have been found.
type sides struct{ allows, refuses bool }

func (s *sides) take(label string) {
	s.allows = s.allows || resumes.MatchString(label) && !backgrounds.MatchString(label)
	s.refuses = s.refuses || denying.MatchString(label)
}

func (s sides) both() bool { return s.allows && s.refuses }

// keyedSides reads answers with their keys. counted says that digits may be keys, and strict that nothing else may stand there.
func keyedSides(parts []string, counted, strict bool) (s sides) {
	for i, part := range parts {
		label := answerOf(part)
		switch {
		case label == "" && strict, label == "" && i > 0 && s != sides{}, weakly.MatchString(part) && !counted:
			return sides{}
		case others.MatchString(part):
			s.refuses = true
		}
		s.take(label)
	}
	return s
}

// rowSides reads answers side by side without keys: buttons, such with signs, or with the cursor at one of them.
func rowSides(parts []string, chosen bool) (s sides) {
	stances, all := []*pattern{faced, pushed, radioed, plainly}, map[*pattern]int{}
	for _, part := range parts {
		at := slices.IndexFunc(stances, func(form *pattern) bool { return form.MatchString(part) })
		if at < 0 {
			return sides{}
		}
		all[stances[at]]++
		s.take(stances[at].FindStringSubmatch(part)[1])
	}
	if chosen || all[faced] > 0 || all[pushed] == len(parts) || all[radioed] == len(parts) {
		return s
	}
	return sides{}
}
