package shellwords

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/kballard/go-shellquote"
)

var (
	assignment = compiledLater(`^([A-Za-z_][A-Za-z0-9_]*)=`)
	quoted     = compiledLater(`'[^']*'|"(\\.|[^"\\])*"|\\.`)
	operator   = compiledLater(`(?:^|\s)(\|\|?|&&?|;|[0-9]?(?:>>?|<)|[0-9]>&[0-9])(?:\s|$)`)
)

// compiledLater compiles a pattern when it is first used: every process has it, and few use it.
func compiledLater(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// Advice says what a shell would make of the name of a line's program, and
// what to write instead; empty when nothing. Environ is what variables are
// expanded by.
func Advice(line, program string, environ []string) string {
	if name := assignment().FindStringSubmatch(program); name != nil {
		return fmt.Sprintf("no shell sets %s here: write env %s", name[1], line)
	}
	if home, _, below := strings.Cut(program, "/"); below && len(home) > 1 && home[0] == '~' {
		return fmt.Sprintf("no shell expands %s here: write the path in full", home)
	}
	path := program
	if rest, ok := strings.CutPrefix(program, "~/"); ok {
		path = "$HOME/" + rest
	}
	if strings.Contains(path, "$") {
		what := program
		if what != path {
			what = "~"
		}
		return fmt.Sprintf("no shell expands %s here: write %s", what, expanded(path, environ))
	}
	if op := Operator(line); op != "" {
		return fmt.Sprintf("no shell reads %s here: write %s", op, ForShell(line))
	}
	return ""
}

// Operator returns the first word of the line that only a shell would
// understand, unless it is quoted; empty for none.
func Operator(line string) string {
	// A quotation is part of a word.
	if found := operator().FindStringSubmatch(quoted().ReplaceAllString(line, "x")); found != nil {
		return found[1]
	}
	return ""
}

// ForShell is the line as one that has a shell read it.
func ForShell(line string) string { return shellquote.Join("sh", "-c", line) }

// expanded is the path with its variables, if all of them are set.
func expanded(path string, environ []string) string {
	known := true
	out := os.Expand(path, func(name string) string {
		for _, pair := range environ {
			if value, ok := strings.CutPrefix(pair, name+"="); ok && value != "" {
				return value
			}
		}
		known = false
		return ""
	})
	if !known {
		return "the path in full"
	}
	return out
}
