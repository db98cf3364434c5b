package adapters

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// expression is a regular expression that sees at a glance that most texts do not
// match: a screen is held against a hundred of them each time it is read.
// Safe for concurrent use.
type expression struct {
	*regexp.Regexp
	// needles are texts by groups: every match holds one of each group. folded says that their case
	// does not count, and that they are lower case.
	needles [][]string
	folded  bool
}

func compileExpression(text string) (*expression, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	e := &expression{Regexp: re}
	if tree, err := syntax.Parse(text, syntax.Perl); err == nil {
		e.needles = needles(tree, &e.folded)
	}
	if e.folded {
		for _, group := range e.needles {
			for i, needle := range group {
				group[i] = lower(needle)
			}
		}
	}
	return e, nil
}

// possible reports whether s may hold a match.
func (e *expression) possible(s string) bool {
	if len(e.needles) == 0 {
		return true
	}
	if e.folded {
		var ok bool
		if s, ok = fold(s); !ok {
			return true
		}
	}
	return e.holds(s)
}

// holds reports whether a text, folded if that has to be, has one of each group.
func (e *expression) holds(s string) bool {
	for _, group := range e.needles {
		if !slices.ContainsFunc(group, func(needle string) bool { return strings.Contains(s, needle) }) {
			return false
		}
	}
	return true
}

// fold is lower, not ok where s has letters that are an s and a k, too, where case does not count.
func fold(s string) (folded string, ok bool) {
	return lower(s), !strings.Contains(s, "ſ") && !strings.Contains(s, "\u212a")
}

// first is where the first of some patterns that matches a text does so, nil for none.
func (list patterns) first(text string) []int {
	folded, ok := fold(text)
	for _, p := range list {
		if p.folded && ok && !p.holds(folded) || !p.folded && !p.holds(text) {
			continue
		}
		if at := p.Regexp.FindStringIndex(text); at != nil {
			return at
		}
	}
	return nil
}

// group is what the group of that name matches in the first of the list that has it, empty where none does.
func (list patterns) group(name, text string) string {
	for _, p := range list {
		if i := p.SubexpIndex(name); i > 0 {
			if match := p.Regexp.FindStringSubmatch(text); match != nil {
				return match[i]
			}
		}
	}
	return ""
}

func (e *expression) MatchString(s string) bool { return e.possible(s) && e.Regexp.MatchString(s) }

func (e *expression) FindStringIndex(s string) []int {
	if !e.possible(s) {
		return nil
	}
	return e.Regexp.FindStringIndex(s)
}

func (e *expression) FindStringSubmatch(s string) []string {
	if !e.possible(s) {
		return nil
	}
	return e.Regexp.FindStringSubmatch(s)
}

func (e *expression) ReplaceAllString(s, replacement string) string {
	if !e.possible(s) {
		return s
	}
	return e.Regexp.ReplaceAllString(s, replacement)
}

// lower is s with the letters of ASCII in lower case, and as long as before.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return lowered(s, i)
		}
	}
	return s
}

// lowered is lower of what has its first capital at from.
func lowered(s string, from int) string {
	text := []byte(s)
	for i, c := range text[from:] {
		if 'A' <= c && c <= 'Z' {
			text[from+i] = c + 'a' - 'A'
		}
	}
	return string(text)
}
