package cmd

import (
	"errors"
	"fmt"
	"strings"

	"rooda/internal/config"
	"rooda/internal/console"
)

// errDryRun is the verdict of a dry run that found something; what it found
// has been shown.
var errDryRun = errors.New("dry-run validation failed")

// dryRun shows every setting with its origin, every check with its result,
// and the very prompt that iteration 1 would get; it starts nothing (LOOP-17
// to LOOP-23). problems are what is known to be wrong already.
func dryRun(s console.Streams, o runOptions, name, dir string, set config.Settings, problems ...error) error {
	s.Printf("=== Dry-Run: %s ===\n\nConfiguration:\n", name)
	for _, e := range set.Entries() {
		if e.Value == "" {
			s.Printf("  %s: not set\n", e.Key)
			continue
		}
		s.Printf("  %s: %s (%s)\n", e.Key, e.Value, e.Origin)
	}
	s.Printf("\nValidation:\n")
	ok := true
	for _, err := range flatten(problems) {
		ok = false
		s.Tell("  ✗ %s\n", console.Indent(message(err), "    "))
	}
	for _, check := range set.Checks(s.Environ, dir) {
		mark := "✓"
		if !check.OK {
			mark, ok = "✗", false
		}
		s.Tell("  %s %s\n", mark, check.Text)
		if check.Detail != "" {
			s.Tell("    %s\n", console.Indent(check.Detail, "    "))
		}
		if check.Err != nil && check.Detail == "" {
			s.Tell("    %s\n", console.Indent(check.Err.Error(), "    "))
		}
		if hint := hintOf(check.Err); hint != "" {
			s.Tell("    hint: %s\n", console.Indent(hint, "    "))
		}
	}
	if !ok {
		s.Printf("\n")
		return errDryRun
	}
	prompt, err := newLoopExecutor(s, set, dir).Prompt(0)
	if err != nil {
		return err
	}
	rule := strings.Repeat("─", 40)
	s.Printf("\nAssembled Prompt (%s bytes):\n%s\n", thousands(len(prompt)), rule)
	if err := s.Data([]byte(prompt)); err != nil { // just what the agent would get
		return err
	}
	s.Printf("%s\n", rule)
	s.Printf("\nDry-run complete. Ready to execute: rooda run %s%s\n", name, o.repeat())
	return nil
}

// flatten takes lists of problems apart.
func flatten(errs []error) (each []error) {
	for _, err := range errs {
		var list config.Problems
		switch {
		case errors.As(err, &list):
			each = append(each, list...)
		case err != nil:
			each = append(each, err)
		}
	}
	return each
}

// message is an error with its hint, as report would print it.
func message(err error) string {
	text := strings.TrimRight(err.Error(), "\n")
	var h hinter
	if errors.As(err, &h) && h.Hint() != "" && !strings.Contains(text, "hint:") {
		text += "\nhint: " + h.Hint()
	}
	return text
}

func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
