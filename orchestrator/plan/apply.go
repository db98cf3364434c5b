package plan

import (
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
	case LossSettled:
		p.settle(e)
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
		case !t.Active() && t.Cancelled: // by who saw it under way, which the last host could not save
			p.stopped(t)
		case t.Status == Error && (e.Halt || e.Continued):
		case t.Status == Error:
			*t = TaskState{ID: t.ID, Stage: t.Stage, Status: Pending, Attempt: t.Attempt}
		case t.Active() && slices.Contains(e.Adopted, t.key()):
			if t.Gone || !slices.Contains(e.Asking, t.key()) {
				t.Status = Running
			}
			t.Stopped, t.Gone = false, false
			p.commands = append(p.commands, AdoptIteration{t.key()})
			if t.Cancelled {
				p.stop(t)
			} else {
				t.Reason = "" // of the loss that was none
			}
		case t.Active() && t.Cancelled:
			known := t.Gone
			t.Failures, t.Stopped, t.Gone = 0, false, false
			p.stopped(t)
			if isLost {
				t.Lost++
			}
			if known {
				t.Outcome = Aborted
			}
		case t.Active() && isLost && gone.Policy == workflows.LostAsk:
			t.Status, t.Reason, t.Gone, t.Stopped = WaitingForUser, gone.Reason, true, false
		case t.Active() && isLost && !p.again(t, gone):
		default: // never begun, interrupted, or to be run again
			p.requeue(t)
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

func (p *planner) question(k Key, from, to Status) {
	if t := p.active(k); t != nil && !t.Gone && t.Status == from {
		t.Status = to
	}
}
