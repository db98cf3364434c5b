package orchestrator

import (
	"strings"

	"rooda/adapters"
)

// echo is where a text stands on a screen: the rows from first up to end. missing is
// what would follow of it.
type echo struct {
	first, end int
	missing    string
}

// A part of a text is told from other words by its length: at the beginning of one of its
// lines, and anywhere in it.
const opening, somewhere = 6, 12

// echoes finds the places where a text stands, whatever the width it is wrapped to, the
// signs ahead of it, and how much of it is shown.
func echoes(is []row, text string) []echo {
	text = strings.TrimSpace(text)
	all := adapters.Letters(text)
	if all == "" {
		return nil
	}
	last := adapters.Letters(text[strings.LastIndexByte(text, '\n')+1:])
	var list []echo
	for i := 0; i < len(is); i++ {
		next := ""
		if i+1 < len(is) {
			next = is[i+1].words
		}
		rest, ok := is[i].begins(all, last, next)
		if !ok {
			continue
		}
		e := echo{first: i, end: i + 1}
		for e.end < len(is) && strings.HasPrefix(rest, is[e.end].words) {
			rest = rest[len(is[e.end].words):]
			e.end++
		}
		e.missing = rest
		list = append(list, e)
		i = e.end - 1
	}
	return list
}

// begins reports whether an echo can begin with a row, given the words of the next, and what
// of the text would follow.
func (r row) begins(all, last, next string) (rest string, ok bool) {
	if adapters.Folded(r.line) {
		return "", true
	}
	for _, start := range []string{all, last} {
		if r.words == start && start != "" {
			return "", true
		}
		if alone(r.line) != "" || len(start) < opening {
			continue
		}
		if rest, found := strings.CutPrefix(start, r.words); found && (len(r.words) >= opening || next != "" && strings.HasPrefix(rest, next)) {
			return rest, true
		}
		// A name may stand ahead of it, a time behind.
		if at := strings.Index(r.words, firstRunes(start, 2*somewhere)); at >= 0 {
			return strings.TrimPrefix(start, common(start, r.words[at:])), true
		}
	}
	if at := strings.Index(all, r.words); at >= 0 && len(r.words) >= somewhere && alone(r.line) == "" {
		return all[at+len(r.words):], true
	}
	return "", false
}

// common is what two strings begin with.
func common(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func contains(text, part string) bool { return text != "" && strings.Contains(text, part) }
