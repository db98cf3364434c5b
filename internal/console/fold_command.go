package console

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

var (
	// argument is what is taken for a word of a command rather than of the sentence around it.
	argument = compiledLater(`^[-'"(|<]|[0-9/=:*]|^[A-Z]{2,}|^latest\b`)
	// aside begins what is said of a command behind it.
	aside = compiledLater(`^\(\p{L}`)
	// program is what a command that is advised begins with, behind a quote or parenthesis.
	program = compiledLater(`^['"(]?(rooda|kill|loginctl|asciinema)$`)
	// families are the commands that have commands.
	families = []string{"session", "workflow", "adapter", "config", "completion"}
)

// compiledLater compiles a pattern when it is first used: every process of rooda has the
// memory of what is compiled at its start, also a shim, for as long as its agent lives.
func compiledLater(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// unbroken returns the words of a line, each command as one of them. What follows
// a flag counts as its value, since one word too many costs less than one too few.
func unbroken(line string) []string {
	var words []string
	in := false              // a command
	var before, quote string // the word before, and the quote that is open
	for _, word := range strings.Split(line, " ") {
		joins := in && (quote != "" || program().MatchString(before) && before != "kill" || slices.Contains(families, before) ||
			argument().MatchString(word) || strings.HasPrefix(before, "-")) && !(quote == "" && aside().MatchString(word))
		if joins {
			words[len(words)-1] += " " + word
		} else {
			words, quote = append(words, word), ""
		}
		in = joins || program().MatchString(word)
		if quote == "" && strings.HasPrefix(word, "'") && in {
			quote = "'"
		}
		if quote != "" && strings.HasSuffix(strings.TrimRight(word, ".,;:)"), quote) && len(word) > 1 {
			quote = ""
		}
		if quote == "" && strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
			in = false
		}
		before = word
	}
	return words
}
