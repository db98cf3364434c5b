package config

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

// forShell says what a shell would make of a program's name that no shell
// will read, and what to write instead; empty when nothing.
func forShell(line, program string, environ []string) string {
	if name := assignment().FindStringSubmatch(program); name != nil {
		return fmt.Sprintf("no shell sets %s here: write env %s", name[1], line)
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
	if op := shellOperator(line); op != "" {
		return fmt.Sprintf("no shell reads %s here: write %s", op, withShell(line))
	}
	return ""
}

// Warnings returns what is odd about the AI command and keeps nothing from
// running: a word of it that was probably meant for a shell.
func (s Settings) Warnings() Problems {
	op := shellOperator(s.AICommand.V.Line)
	if op == "" {
		return nil
	}
	source := s.AICommand.From.String()
	if _, name, found := strings.Cut(source, ": "); found {
		source = name // as other problems begin
	}
	return Problems{&InvalidError{Source: source, Message: fmt.Sprintf("no shell reads %s here: it is an argument of the agent", op),
		Advice: "for a shell write " + withShell(s.AICommand.V.Line)}}
}

// shellOperator returns the first word of the line that only a shell would
// understand, unless it is quoted.
func shellOperator(line string) string {
	// A quotation is part of a word.
	if found := operator().FindStringSubmatch(quoted().ReplaceAllString(line, "x")); found != nil {
		return found[1]
	}
	return ""
}

func withShell(line string) string { return shellquote.Join("sh", "-c", line) }

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

// advised is an error with better advice than its own.
type advised struct {
	error
	advice string
}

func (e *advised) Unwrap() error { return e.error }

// Hint says what to write instead.
func (e *advised) Hint() string { return e.advice }
