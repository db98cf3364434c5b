package cmd

import (
	"errors"

	"rooda/internal/console"
	"rooda/internal/yamlsrc"
	"rooda/orchestrator/plan"
)

// validateJSON prints the outcome of a check for programs.
func validateJSON(s console.Streams, err error) error {
	var problems yamlsrc.Problems
	if err != nil && !errors.As(err, &problems) {
		return err
	}
	if problems == nil {
		problems = yamlsrc.Problems{}
	}
	if err := printJSON(s, map[string]any{"ok": len(problems) == 0, "problems": problems}); err != nil {
		return err
	}
	if len(problems) > 0 {
		return outcomeError{plan.Aborted}
	}
	return nil
}
