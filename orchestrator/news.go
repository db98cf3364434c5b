package orchestrator

import (
	"strings"
	"unicode"
)

// news reports whether a screen has a line with words that the one before it
// had not, besides the echo of a text and what stands in the composer. In a window
// that got another size lines begin and end elsewhere: there only words count that stood
// nowhere.
func news(before, after, text, composer string, resized bool) bool {
	before += "\n" + composer
	if resized {
		known := letters(before) + "\n" + letters(text)
		for line := range strings.SplitSeq(after, "\n") {
			if !strings.Contains(known, letters(line)) {
				return true
			}
		}
		return false
	}
	had := map[string]int{}
	for line := range strings.SplitSeq(before, "\n") {
		had[compact(line)]++
	}
	echo := compact(text)
	for line := range strings.SplitSeq(after, "\n") {
		key := compact(line)
		if !worded(key) || strings.Contains(echo, unsigned(key)) {
			continue
		}
		if had[key]--; had[key] < 0 {
			return true
		}
	}
	return false
}

// letters are what is left of a text wherever a window breaks its lines.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, s)
}

// reply looks for words between the echo of a text and the composer. found
// says that the echo is on the screen.
func reply(screen, text, composer string) (words, found bool) {
	lines := strings.Split(screen, "\n")
	from := below(lines, text)
	if from == 0 {
		return false, false
	}
	held := map[string]bool{}
	for line := range strings.SplitSeq(composer, "\n") {
		held[compact(line)] = true
	}
	echo := compact(text)
	for _, line := range lines[from:] {
		key := compact(line)
		if held[key] && key != "" {
			break // what stands below is no answer
		}
		if worded(key) && !strings.Contains(echo, unsigned(key)) {
			return true, true
		}
	}
	return false, true
}

func worded(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// unsigned is a line without what marks it as somebody's input.
func unsigned(s string) string { return strings.TrimLeft(s, "❯›»>*!$%#•●⏺") }
