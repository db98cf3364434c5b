package orchestrator

import (
	"regexp"
	"strings"

	"rooda/adapters"
)

// echo is where a text stands on a screen: the rows from first up to end. missing is
// what would follow of it, head the first of the rows that end with what would stand ahead.
type echo struct {
	head, first, end int
	missing          remainder
}

// A part of a text is told from other words by its length: at the beginning of one of its
// lines, and anywhere in it.
const opening, somewhere = 6, 12

// echoes finds the places where a text stands, whatever the width it is wrapped to, the
// signs ahead of it, how much of it is shown, and whether its tags are.
func echoes(is []row, text string) []echo {
	list := spelled(is, text)
	if bare := tag.ReplaceAllString(text, ""); bare != text {
		if others := spelled(is, bare); extent(others) > extent(list) {
			return others
		}
	}
	return list
}

// tag is one as an interface leaves it out that shows texts as Markdown.
var tag = regexp.MustCompile(`</?\w+>`)

// extent is how many rows echoes are on.
func extent(list []echo) int {
	n := 0
	for _, e := range list {
		n += e.end - e.first
	}
	return n
}

// spelled is echoes of a text whose tags are shown.
func spelled(is []row, text string) []echo {
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
		left, ok := is[i].begins(all, last, next)
		if !ok {
			continue
		}
		e := echo{head: i, first: i, end: i + 1}
		ahead, part := strings.CutSuffix(all, is[i].words+left)
		for part && e.head > 0 && strings.HasSuffix(ahead, is[e.head-1].words) {
			e.head--
			ahead = strings.TrimSuffix(ahead, is[e.head].words)
		}
		for e.end < len(is) && strings.HasPrefix(left, is[e.end].words) {
			left = left[len(is[e.end].words):]
			e.end++
		}
		e.missing = remainder{left, text}
		list = append(list, e)
		i = e.end - 1
	}
	return list
}

// below is the first row after an echo, and after what is left of it where it was shown in another shape.
func (e echo) below(is []row) int {
	from, missing := e.end, e.missing
	for i := from; i < len(is); i++ {
		if left, ok := missing.after(is[i]); ok && alone(is[i].line) == "" {
			from, missing = i+1, left
		}
	}
	return from
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
