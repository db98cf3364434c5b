package cmd

import (
	"context"
	"fmt"
	"os"
	"strings"

	"rooda/internal/api"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// ownTask is the task whose agent this process belongs to, empty for none. It fails where that
// agent may not stop its own session, as the session's host would: a stop is meant for a
// person. What keeps the terminal of an agent that it may not act on notes that it wanted to.
func ownTask(ctx context.Context, record session.Record, folder string, agents []orchestrator.Agent) (string, error) {
	who, ours := shim.Caller(os.Getpid(), record.ID, session.TasksDir(folder))
	if !ours {
		return "", nil
	}
	refused := false
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.AgentsMayType {
			return
		}
		refused = true
		for _, a := range agents {
			if a.Task == t.ID && a.State == shim.Running {
				client := shim.Dial(a.Dir)
				defer client.Close()
				_ = client.Stop(ctx, false) // it refuses
			}
		}
	})
	if !refused {
		return strings.TrimPrefix(who, "agent:"), nil
	}
	err := fmt.Errorf("stop session %s: %w", shortID(record.ID), shim.ErrRefused)
	return "", hintf(err, "%s", api.Permission(record.Workflow.Definition, ""))
}
