package plan

import (
	"fmt"

	"rooda/workflows"
)

// again counts a loss and settles whether the iteration is run again; if
// not, the task has failed.
func (p *planner) again(t *TaskState, e IterationLost) bool {
	t.Failures, t.Stopped = 0, false
	t.Lost++
	t.Resume = e.Policy == workflows.LostResume
	threshold := p.spec(t).FailureThreshold
	switch {
	case e.Policy != workflows.LostRetry && e.Policy != workflows.LostResume:
		t.Reason = e.Reason
	case threshold > 0 && t.Lost >= threshold:
		t.Reason = fmt.Sprintf("%s, %d times in a row", e.Reason, t.Lost)
	default:
		return true
	}
	t.Status, t.Outcome, t.Resume = Error, Aborted, false
	return false
}

// lose takes the loss of a process while its host lives.
func (p *planner) lose(e IterationLost) {
	t := p.active(e.Key)
	if t == nil {
		return
	}
	switch {
	case p.Stopping || p.failedFast(t.Stage) || t.Stopped:
		t.Failures, t.Stopped = 0, false
		p.stopped(t)
	case p.again(t, e):
		t.Attempt++
		t.Status = Running
		p.start(t)
		return
	case p.stage().FailFast:
		p.cancelSiblings()
	}
	p.advance()
}
