package orchestrator

import (
	"os"
	"time"

	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/session"
)

// conclude tells how the iteration has ended, before anything is done to its agent. Endings that
// its agent's process brings about, or a clock, are told by what comes of it.
func (d *driver) conclude(ending string) {
	switch ending {
	case endedByIdle, endedByPerson, endedByError:
		at := d.finished(ending)
		if at.IsZero() {
			at = time.Now()
		}
		d.tell(IterationEnding{session.Ending{
			By: ending, At: at, Success: d.signals.Success, Failure: d.signals.Failure, Mute: d.mute, Left: d.left(ending), Complaint: d.why,
		}})
	}
}

// finished is when the iteration was over although its agent had not left, where another host drove it then, or
// none: with the last that an agent has printed that has come to rest since. It is zero where that is not so.
func (d *driver) finished(ending string) time.Time {
	switch {
	case d.in.Ending != nil:
		return d.in.Ending.At
	case ending == endedByIdle && d.in.Printed.Equal(printed(d.it.Log)):
		return d.in.Printed
	}
	return time.Time{}
}

// printed is when something was last written to a log, zero where that cannot be told.
func printed(log string) time.Time {
	info, err := os.Stat(log)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// recall takes up how the iteration has ended under another host; empty where it has not.
func (d *driver) recall() string {
	e := d.in.Ending
	if e == nil {
		return ""
	}
	d.signals, d.mute, d.why = loop.Signals{Success: e.Success, Failure: e.Failure}, e.Mute, e.Complaint
	return e.By
}

// concluded is the result of an iteration whose agent was lost after it had ended, false for any
// other.
func (x *WorkflowExecutor) concluded(k plan.Key, res Result) (Result, bool) {
	state, _ := x.state.Task(k.Task)
	task := x.record.Tasks[k.Task]
	if task == nil || task.Ending == nil || state.Attempt != k.Attempt || state.Iteration != k.Iteration {
		return res, false
	}
	e := *task.Ending
	res.unseen = true
	res.Err, res.EndedBy, res.Mute, res.Left, res.Complaint = nil, e.By, e.Mute, e.Left, e.Complaint
	res.Signals = loop.Signals{Success: e.Success, Failure: e.Failure}
	ended := e.At
	if ended.IsZero() {
		ended = time.Now()
	}
	res.Exit.EndedAt = ended
	res.Duration = max(0, ended.Sub(task.IterationStartedAt))
	res.Size = max(res.Size, 1) // it was looked at before
	return res, true
}

// left counts the inputs that a person's ending has left out.
func (d *driver) left(ending string) int {
	if d.in.Ending != nil {
		return d.in.Ending.Left
	}
	if ending != endedByPerson {
		return 0
	}
	return d.talk.unsent()
}

// attribute adds to a result what its ending says of it.
func (d *driver) attribute(res Result, ending string) Result {
	switch ending {
	case endedByTimeout:
		res.TimedOut = true
	case endedByQuestion:
		res.Question = string(d.talk.asked.state.Kind)
	case endedByError:
		res.Complaint = d.why
	case endedByExit:
		res.Unsent, res.Missed = d.talk.unsent(), d.talk.missed()
	}
	res.Left, res.EndedBy = d.left(ending), ending
	return res
}
