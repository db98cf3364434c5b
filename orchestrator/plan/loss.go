package plan

import (
	"fmt"

	"rooda/workflows"
)

// again counts a loss and settles whether the iteration is run again; if
// not, the task has failed.
func (p *planner) again(t *TaskState, e IterationLost) bool {
	t.Failures, t.Stopped, t.Gone = 0, false, false
	t.Lost++
	t.Resume = e.Policy == workflows.LostResume
	threshold := p.spec(t).FailureThreshold
	switch {
	case e.Policy != workflows.LostRetry && e.Policy != workflows.LostResume:
		t.Reason = e.Reason
	case threshold > 0 && t.Lost >= threshold:
		t.Reason = fmt.Sprintf("%s%s", e.Reason, inARow(t.Lost))
	default:
		return true
	}
	t.Status, t.Outcome, t.Resume = Error, Aborted, false
	return false
}

// lose takes the loss of a process while its host lives.
func (p *planner) lose(e IterationLost) {
	t := p.active(e.Key)
	if t == nil || t.Gone {
		return
	}
	switch {
	case p.Stopping || p.failedFast(t.Stage) || t.Stopped:
		t.Failures, t.Stopped = 0, false
		p.stopped(t)
		if t.failed() {
			t.Lost++
		}
	case e.Policy == workflows.LostAsk:
		t.Status, t.Reason, t.Gone = WaitingForUser, e.Reason, true
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

// settle does what a person says of a loss. Its place may be taken by now, so
// an iteration that is to be run again queues like any other.
func (p *planner) settle(e LossSettled) {
	t := p.active(e.Key)
	if t == nil || !t.Gone || p.Stopping {
		return
	}
	switch e.Policy {
	case workflows.LostRetry, workflows.LostResume:
		t.Lost++
		p.requeue(t)
		t.Resume = e.Policy == workflows.LostResume
	default:
		p.giveUp(t)
	}
	p.advance()
}

// giveUp ends a task whose iteration was lost as failed.
func (p *planner) giveUp(t *TaskState) {
	t.Status, t.Outcome, t.Gone = Error, Aborted, false
	t.Lost++
	if p.stage().FailFast {
		p.cancelSiblings()
	}
}

// requeue makes a task wait for its turn to begin an attempt.
func (p *planner) requeue(t *TaskState) {
	t.Status, t.Outcome, t.Reason = Pending, "", ""
	t.Failures, t.Stopped, t.Gone, t.Cancelled = 0, false, false, false
}

// inARow says how often something happened, nothing for once.
func inARow(times int) string {
	if times == 1 {
		return ""
	}
	return fmt.Sprintf(", %d times in a row", times)
}
