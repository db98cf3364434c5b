package cmd

import (
	"context"
	"fmt"
	"maps"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// troubles are what goes wrong in a session at this moment although its agents
// work on: what is not kept. unsaved is what its host says of its own files.
func troubles(r session.Record, unsaved string) []string {
	var found []string
	if unsaved != "" {
		found = append(found, "the session is not saved: "+oneLine(unsaved))
	}
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if state := r.Tasks[t.ID]; state != nil && state.LogError != "" {
			found = append(found, fmt.Sprintf("%s: the output is not kept: %s", t.ID, oneLine(state.LogError)))
		}
	})
	return found
}

// askAgents has the agents of a session without a host say what troubles them.
func askAgents(ctx context.Context, record session.Record, dir string) session.Record {
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	record.Tasks = maps.Clone(record.Tasks)
	for _, a := range orchestrator.Agents(record, dir) {
		if a.State != shim.Running {
			continue
		}
		client := shim.Dial(a.Dir)
		now, err := client.Task(ctx)
		client.Close()
		task := *record.Tasks[a.Task]
		if err == nil && now.LogError != nil {
			task.LogError = now.LogError.Text
		}
		record.Tasks[a.Task] = &task
	}
	return record
}
