package orchestrator

import (
	"fmt"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/workflows"
)

// iterationKey is the identity of an iteration beyond its session; every
// process of it carries the key in its environment.
func iterationKey(session, stage string, k plan.Key) string {
	return fmt.Sprintf("%s/%s/%s/%d/%d", session, stage, k.Task, k.Attempt, k.Iteration)
}

// endLeftovers ends what the agents of a host that was killed have left
// running, and returns how many processes that were. Most agents die with
// their terminal; one that ignores the hang-up would work on beside the agent
// that is about to do its iteration again.
func endLeftovers(session string, wf *workflows.Workflow, s plan.State) int {
	n := 0
	for _, t := range s.Tasks {
		if t.Active() {
			k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
			n += pty.Sweep(iterationKey(session, wf.Stages[t.Stage].ID, k))
		}
	}
	return n
}
