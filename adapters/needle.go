package adapters

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// mostNeedles is how many of a group are looked for at most, and mostGroups how many groups: a text would be
// read as often.
const mostNeedles, mostGroups = 24, 3

// needles returns groups of texts of which every match of a pattern holds one of each, the rarest first, none
// when none are known. It sets folded when one was found whose case does not count.
func needles(re *syntax.Regexp, folded *bool) [][]string {
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
		return [][]string{{string(re.Rune)}}
	case syntax.OpCharClass:
		var list []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if list = append(list, string(r)); len(list) > mostNeedles {
					return nil
				}
			}
		}
		return [][]string{list}
	case syntax.OpCapture, syntax.OpPlus:
		return needles(re.Sub[0], folded)
	case syntax.OpRepeat:
		if re.Min == 0 {
			return nil
		}
		return needles(re.Sub[0], folded)
	case syntax.OpConcat:
		var all [][]string
		for _, sub := range re.Sub {
			all = append(all, needles(sub, folded)...)
		}
		slices.SortStableFunc(all, rarer)
		return all[:min(len(all), mostGroups)]
	case syntax.OpAlternate:
		var all [][]string
		for i, sub := range re.Sub {
			groups := needles(sub, folded)
			if i > 0 {
				groups = groups[:min(len(groups), len(all))]
				all = all[:len(groups)]
			}
			for j, group := range groups {
				if i == 0 {
					all = append(all, nil)
				}
				all[j] = append(all[j], group...)
			}
		}
		return slices.DeleteFunc(all, func(group []string) bool { return len(group) > mostNeedles })
	}
	return nil
}

// rarer compares groups by how likely a text is to hold one of each.
func rarer(a, b []string) int {
	weight := func(list []string) int {
		least := len(list[0])
		for _, needle := range list {
			least = min(least, len(strings.Trim(needle, " ")))
		}
		return least
	}
	return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(len(a), len(b)))
}
