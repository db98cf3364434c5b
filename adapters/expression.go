package adapters

import (
	"cmp"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
)

// expression is a regular expression that sees at a glance that most texts do not
// match: a screen is held against a hundred of them each time it is read.
// Safe for concurrent use.
type expression struct {
	*regexp.Regexp
	// needles are texts of which every match holds one, nil when that is not known;
	// folded says that their case does not count, and that they are lower case.
	needles []string
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
		for i, needle := range e.needles {
			e.needles[i] = lower(needle)
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
		// These are an s and a k, too, where case does not count.
		if strings.ContainsRune(s, 'ſ') || strings.ContainsRune(s, '\u212a') {
			return true
		}
		s = lower(s)
	}
	for _, needle := range e.needles {
		if strings.Contains(s, needle) {
			return true
		}
	}
	return false
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
	if strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' }) < 0 {
		return s
	}
	text := []byte(s)
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return string(text)
}

// mostNeedles is how many are looked for at most: a text would be read as often.
const mostNeedles = 24

// needles returns texts of which every match of a pattern holds one, nil when none
// are known. It sets folded when one was found whose case does not count.
func needles(re *syntax.Regexp, folded *bool) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			for _, r := range re.Rune {
				if r > unicode.MaxASCII && unicode.SimpleFold(r) != r {
					return nil
				}
			}
			*folded = true
		}
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		var list []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if list = append(list, string(r)); len(list) > mostNeedles {
					return nil
				}
			}
		}
		return list
	case syntax.OpCapture, syntax.OpPlus:
		return needles(re.Sub[0], folded)
	case syntax.OpRepeat:
		if re.Min == 0 {
			return nil
		}
		return needles(re.Sub[0], folded)
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if list := needles(sub, folded); rarer(list, best) {
				best = list
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			list := needles(sub, folded)
			if all = append(all, list...); list == nil || len(all) > mostNeedles {
				return nil
			}
		}
		return all
	}
	return nil
}

// rarer reports whether a text is less likely to hold one of a than one of b.
func rarer(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) > 0
	}
	weight := func(list []string) int {
		least := len(list[0])
		for _, needle := range list {
			least = min(least, len(strings.Trim(needle, " ")))
		}
		return least
	}
	return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(len(a), len(b))) < 0
}
