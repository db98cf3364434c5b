package cmd

import (
	"fmt"

	"rooda/orchestrator"
	"rooda/workflows"
)

// afterLoss says what becomes of an agent that was lost: its host, where there
// is one, acts by itself, and a resume is refused meanwhile.
func (a agent) afterLoss() string {
	id := shortID(a.id)
	if a.sessions == nil {
		return fmt.Sprintf("rooda session resume %s runs its iteration again", id)
	}
	if running, err := a.sessions.Running(a.id); err != nil || !running {
		return fmt.Sprintf("rooda session resume %s runs its iteration again", id)
	}
	var policy workflows.OnLost
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == a.task {
			policy = t.OnLost
		}
	})
	switch policy {
	case workflows.LostFail:
		return fmt.Sprintf("its task fails, as on_lost says; rooda session show %s", id)
	case workflows.LostAsk:
		return answer(a.id, a.task, orchestrator.KindLost)
	}
	return fmt.Sprintf("the rooda that runs it starts it again; then: rooda attach %s", a)
}
