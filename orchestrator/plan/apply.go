package plan

import (
	"fmt"
	"slices"

	"rooda/workflows"
)

// Apply returns the state after an event and the commands that it implies, in
// the order to execute them. The workflow must be the one that the state was
// made from. An event that does not fit changes nothing.
func Apply(wf *workflows.Workflow, s State, e Event) (State, []Command) {
	p := planner{wf: wf, State: s.clone()}
	switch e := e.(type) {
	case Opened:
		p.open(e)
	case IterationFinished:
		p.finish(e)
	case IterationLost:
		p.lose(e)
	case QuestionRaised:
		p.question(e.Key, Running, WaitingForUser)
	case QuestionClosed:
		p.question(e.Key, WaitingForUser, Running)
	case Cancel:
		p.cancel(e)
	case Interrupt:
		p.interrupt()
	}
	return p.State, p.commands
}

// planner is one application of one event.
type planner struct {
	State
	wf       *workflows.Workflow
	commands []Command
}

func (p *planner) open(e Opened) {
	p.Outcome, p.Stopping = "", false
	lost := map[Key]IterationLost{}
	for _, l := range e.Lost {
		lost[l.Key] = l
	}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		gone, isLost := lost[t.key()]
		switch {
		case t.Status == Done:
		case t.Status == Error:
			*t = TaskState{ID: t.ID, Stage: t.Stage, Status: Pending, Attempt: t.Attempt}
		case t.Active() && slices.Contains(e.Adopted, t.key()):
			t.Status, t.Stopped = Running, false
			p.commands = append(p.commands, AdoptIteration{t.key()})
		case t.Active() && isLost && !p.again(t, gone):
		default: // never begun, interrupted, or to be run again
			t.Status, t.Outcome, t.Reason = Pending, "", ""
			t.Failures, t.Stopped = 0, false
		}
	}
	if p.Stage < len(p.wf.Stages) && p.failedFast(p.Stage) {
		p.cancelSiblings()
	}
	if e.Halt {
		p.interrupt()
		return
	}
	p.advance()
}

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

func (p *planner) finish(e IterationFinished) {
	t := p.active(e.Key)
	if t == nil {
		return
	}
	told := t.Stopped
	t.Failures, t.Stopped, t.Lost = e.Failures, false, 0
	switch e.Status {
	case Interrupted:
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
		t.Status, t.Outcome, t.Reason = Done, Success, ""
	case MaxIters:
		t.Iteration++
		p.exhausted(t, e)
	default:
		t.Iteration++
		t.Status, t.Outcome, t.Reason = Error, Aborted, e.Reason
	}
	if t.Status == Error && !p.Stopping && p.stage().FailFast {
		p.cancelSiblings()
	}
	p.advance()
}

// exhausted settles a task whose budget is used up. A budget of one is a
// single piece of work: it is done when that went well.
func (p *planner) exhausted(t *TaskState, e IterationFinished) {
	spec := p.spec(t)
	switch {
	case spec.MaxIterations == 1 && e.Good:
		t.Status, t.Outcome, t.Reason = Done, Success, ""
	case spec.OnMaxIterations == workflows.Continue:
		t.Status, t.Outcome, t.Reason = Done, MaxIters, ""
	default:
		t.Status, t.Outcome = Error, MaxIters
		t.Reason = fmt.Sprintf("no SUCCESS within %d iterations", spec.MaxIterations)
		switch {
		case spec.MaxIterations == 1:
			t.Reason = e.Reason
		case !e.Good:
			t.Reason += "; " + e.Reason
		}
	}
}

// stopped settles a task whose iteration was ended from outside: by an
// interrupt it waits for resume, by fail_fast it has failed with its stage.
func (p *planner) stopped(t *TaskState) {
	t.Outcome = Interrupted
	if p.Stopping {
		t.Status, t.Reason = Pending, ""
		return
	}
	t.Status = Error
	if t.Reason == "" {
		t.Reason = "cancelled because a task of its stage failed"
	}
}

func (p *planner) question(k Key, from, to Status) {
	if t := p.active(k); t != nil && t.Status == from {
		t.Status = to
	}
}

func (p *planner) cancel(e Cancel) {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.ID == e.Task && t.Active() && !t.Stopped && !p.Stopping {
			t.Reason = e.Reason
			p.stop(t)
		}
	}
}

func (p *planner) interrupt() {
	if p.Outcome != "" || p.Stopping {
		return
	}
	p.Stopping = true
	for i := range p.Tasks {
		p.stop(&p.Tasks[i])
	}
	p.advance()
}

func (p *planner) cancelSiblings() {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Stage == p.Stage {
			p.stop(t)
		}
	}
}

// advance starts what may start, moves over finished stages, and ends the
// session when nothing is left to do.
func (p *planner) advance() {
	if p.Outcome != "" {
		return
	}
	for p.Stage < len(p.wf.Stages) {
		if !p.Stopping && !p.failedFast(p.Stage) {
			p.startPending()
		}
		if p.count(TaskState.Active) > 0 {
			return
		}
		if p.Stopping && !p.stageDone() {
			break
		}
		if p.count(TaskState.failed) > 0 {
			p.end(Aborted)
			return
		}
		p.Stage++
	}
	switch {
	case p.Stage < len(p.wf.Stages):
		p.end(Interrupted)
	case p.maxIters():
		p.end(MaxIters)
	default:
		p.end(Success)
	}
}

func (p *planner) startPending() {
	limit := p.stage().MaxParallel
	running := p.count(TaskState.Active)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if t.Stage != p.Stage || t.Status != Pending {
			continue
		}
		if limit > 0 && running >= limit {
			return
		}
		running++
		t.Attempt++
		t.Status = Running
		p.start(t)
	}
}

func (p *planner) start(t *TaskState) {
	p.commands = append(p.commands, StartIteration{t.key(), t.Resume})
	t.Resume = false
}

func (p *planner) stop(t *TaskState) {
	if t.Active() && !t.Stopped {
		t.Stopped = true
		p.commands = append(p.commands, StopIteration{t.key()})
	}
}

func (p *planner) end(o Outcome) {
	p.Outcome, p.Stopping = o, false
	p.commands = append(p.commands, EndSession{o})
}

// active finds the task whose iteration k is under way, nil when k is stale.
func (p *planner) active(k Key) *TaskState {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Active() && t.key() == k {
			return t
		}
	}
	return nil
}

// failedFast reports whether a failure in the stage forbids new starts.
func (p *planner) failedFast(stage int) bool {
	return p.wf.Stages[stage].FailFast && p.count(TaskState.failed) > 0
}

func (p *planner) stage() workflows.Stage { return p.wf.Stages[p.Stage] }

func (p *planner) spec(t *TaskState) workflows.Task {
	for _, task := range p.wf.Stages[t.Stage].Tasks {
		if task.ID == t.ID {
			return task
		}
	}
	return workflows.Task{}
}

// stageDone reports whether every task of the current stage is DONE.
func (p *planner) stageDone() bool {
	done := func(t TaskState) bool { return t.Status == Done }
	return p.count(done) == len(p.stage().Tasks)
}

func (p *planner) maxIters() bool {
	for _, t := range p.Tasks {
		if t.Outcome == MaxIters {
			return true
		}
	}
	return false
}

func (t TaskState) failed() bool { return t.Status == Error }

// count counts the tasks of the current stage for which is holds.
func (p *planner) count(is func(TaskState) bool) int {
	n := 0
	for _, t := range p.Tasks {
		if t.Stage == p.Stage && is(t) {
			n++
		}
	}
	return n
}

func (t TaskState) key() Key { return Key{t.ID, t.Attempt, t.Iteration} }
