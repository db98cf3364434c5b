package cmd

import (
	"fmt"

	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// troubles are what goes wrong in a session at this moment although its agents
// work on: what is not kept. unsaved is what its host says of its own files.
func troubles(r session.Record, unsaved string) []string {
	var found []string
	if unsaved != "" {
		found = append(found, "the session is not saved: "+console.OneLine(unsaved))
	}
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if state := r.Tasks[t.ID]; state != nil && state.LogError != "" {
			found = append(found, fmt.Sprintf("%s: the output is not kept: %s", t.ID, console.OneLine(state.LogError)))
		}
	})
	return found
}
