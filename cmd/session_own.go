package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// ownTask is the task whose agent this process belongs to, empty for none. It fails where that
// agent may not stop its own session, as the session's host would: a stop is meant for a
// person. What keeps the terminal of an agent that it may not act on notes that it wanted to.
func ownTask(ctx context.Context, record session.Record, folder string, agents []orchestrator.Agent) (string, error) {
	who, ours := shim.Caller(os.Getpid(), record.ID, filepath.Join(folder, "tasks"))
	if !ours {
		return "", nil
	}
	var closed []string
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.AgentsMayType {
			return
		}
		closed = append(closed, t.ID)
		for _, a := range agents {
			if a.Task == t.ID && a.State == shim.Running {
				client := shim.Dial(a.Dir)
				defer client.Close()
				_ = client.Stop(ctx, false) // it refuses
			}
		}
	})
	if closed == nil {
		return strings.TrimPrefix(who, "agent:"), nil
	}
	err := fmt.Errorf("stop session %s: %w", shortID(record.ID), shim.ErrRefused)
	return "", hintf(err, "a person can; agents can where each task of the workflow has agents_may_type: true, and %s", lacking(closed))
}

// lacking names the tasks that do not let agents act, up to a few.
func lacking(ids []string) string {
	const most = 3
	names, rest := ids, ""
	if len(ids) > most {
		names, rest = ids[:most], fmt.Sprintf(" and %d more", len(ids)-most)
	}
	verb := "have"
	if len(ids) == 1 {
		verb = "has"
	}
	return fmt.Sprintf("%s%s %s it not", strings.Join(names, ", "), rest, verb)
}
