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
	hosted := false
	if a.sessions != nil {
		hosted, _ = a.sessions.Running(a.id) // what cannot be asked is resumed
	}
	var policy workflows.OnLost
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == a.task {
			policy = t.OnLost
		}
	})
	switch {
	case policy == workflows.LostAsk:
		return answer(a.id, a.task, orchestrator.KindLost)
	case policy == workflows.LostFail && hosted:
		return fmt.Sprintf("its task fails, as on_lost says; rooda session show %s", id)
	case policy == workflows.LostFail:
		return fmt.Sprintf("rooda session resume %s takes its task for failed, as on_lost says", id)
	case !hosted:
		return fmt.Sprintf("rooda session resume %s runs its iteration again", id)
	}
	return fmt.Sprintf("the rooda that runs it starts it again; then: rooda attach %s", a)
}
