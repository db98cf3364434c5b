package cmd

import (
	"fmt"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// held are the tasks for which rooda types and concludes nothing, because somebody who has typed
// is attached to their agents, with when anybody last typed there, by what each has said. Terminals that do not
// answer are left out.
func held(record session.Record, agents []orchestrator.Agent, said []statement) map[string]time.Time {
	interactive := map[string]bool{}
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		interactive[t.ID] = t.Mode == workflows.Interactive
	})
	found := map[string]time.Time{}
	for i, a := range agents {
		t, now := record.Tasks[a.Task], said[i].task
		if interactive[a.Task] && t != nil && t.Status == session.Running && a.Alive() && said[i].err == nil && now.Writers > 0 && now.Typed != nil {
			found[a.Task] = *now.Typed
		}
	}
	return found
}

// release says how a task goes on that somebody holds who is attached.
func release(id, task string) string {
	return fmt.Sprintf("rooda detach %s/%s --all lets it go on", shortID(id), console.OneLine(task))
}

// tellHeld says why tasks stand still although their agents may have nothing more to do.
func tellHeld(s console.Streams, now presence) {
	tasks(now.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if typed, ok := now.held[t.ID]; ok {
			s.Remark("held:", fmt.Sprintf("%s: somebody is attached who typed, the last time at %s; %s",
				console.OneLine(t.ID), dayClock(typed, time.Now()), release(now.record.ID, t.ID)))
		}
	})
}
