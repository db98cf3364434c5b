package plan

import (
	"fmt"

	"rooda/workflows"
)

func (p *planner) finish(e IterationFinished) {
	t := p.active(e.Key)
	if t == nil {
		return
	}
	told, cancelled, why := t.Stopped, t.Cancelled, t.Reason
	t.Failures, t.Stopped, t.Lost = e.Failures, false, 0
	status := e.Status
	if cancelled && !e.Good { // how it failed then is of no account
		status = Interrupted
	}
	switch status {
	case Interrupted:
		if !told && !cancelled && !p.Stopping && !p.failedFast(t.Stage) {
			p.requeue(t) // the run before was stopped, and is wanted to go on since
			break
		}
		p.stopped(t)
	case Continue:
		t.Iteration++
		if told || p.Stopping || p.failedFast(t.Stage) {
			p.stopped(t)
			break
		}
		t.Status = Running
		p.start(t)
		return
	case Success:
		t.Iteration++
		t.Status, t.Outcome, t.Reason = Done, Success, e.Note
	case MaxIters:
		t.Iteration++
		p.exhausted(t, e)
	default:
		t.Iteration++
		t.Status, t.Outcome, t.Reason = Error, Aborted, e.Reason
	}
	t.Cancelled = false
	if cancelled && t.Status == Error {
		t.Reason = why
	}
	if t.Status == Error && !p.Stopping && p.stage().FailFast {
		p.cancelSiblings()
	}
	p.advance()
}

// Suffices reports whether a task is done when its budget is used up without a success, and the
// last iteration went well.
func Suffices(spec workflows.Task) bool {
	return spec.MaxIterations == 1 || spec.OnMaxIterations == workflows.Continue
}

// exhausted settles a task whose budget is used up. A budget of one is a
// single piece of work: it is done when that went well, and when it did not,
// that is what the task failed of, and not its budget.
func (p *planner) exhausted(t *TaskState, e IterationFinished) {
	spec := p.spec(t)
	switch {
	case spec.MaxIterations == 1 && e.Good:
		t.Status, t.Outcome, t.Reason = Done, Success, e.Note
	case spec.OnMaxIterations == workflows.Continue:
		t.Status, t.Outcome, t.Reason = Done, MaxIters, e.Note
		if !e.Good { // the next stage may not find what it counts on
			t.Reason = e.Reason
		}
	case spec.MaxIterations == 1:
		t.Status, t.Outcome, t.Reason = Error, Aborted, e.Reason
	default:
		t.Status, t.Outcome = Error, MaxIters
		t.Reason = fmt.Sprintf("no SUCCESS within %d iterations", spec.MaxIterations)
		if !e.Good {
			t.Reason += "; " + e.Reason
		}
	}
}

// stopped settles a task whose iteration was ended from outside: by an
// interrupt it waits for resume, by fail_fast it has failed with its stage, and
// one that was cancelled has failed in any case.
func (p *planner) stopped(t *TaskState) {
	cancelled := t.Cancelled
	t.Outcome, t.Cancelled = Interrupted, false
	if p.Stopping && !cancelled {
		t.Status, t.Reason = Pending, ""
		return
	}
	t.Status = Error
	if t.Reason == "" {
		t.Reason = "cancelled because a task of its stage failed"
	}
}
