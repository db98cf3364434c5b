package orchestrator

import (
	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// isLast reports whether an iteration that came to this is the last of its
// task, and leaves it done: only that one's process is kept (CORE-18). That of a task
// that has failed would be in the way of whoever runs it again.
func isLast(task workflows.Task, iteration, failures int, res Result) bool {
	verdict := loop.Judge(res.Ending(), res.Signals)
	_, status := limitsOf(task).Next(loop.Position{Iteration: iteration, Failures: failures}, verdict.Outcome)
	return verdict.Outcome != loop.Failure && (status == loop.Success || status == loop.MaxIters && plan.Suffices(task))
}

// releasable is a terminal that can live on without this process.
type releasable interface {
	// Release gives the terminal up and leaves its agent alone.
	Release() error
}

// keep takes over the terminal of an agent that lives on.
func (x *WorkflowExecutor) keep(r report) {
	if r.result.Kept != nil {
		x.kept = append(x.kept, r.result.Kept)
	}
}

// letGo gives up what was kept, at the end of the run. An agent whose
// terminal is in this process ends with it: a terminal that nobody holds
// hangs up.
func (x *WorkflowExecutor) letGo() {
	for _, term := range x.kept {
		leave(term)
	}
}
