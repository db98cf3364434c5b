package orchestrator

import (
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// commit applies events, writes one checkpoint for all of them, tells the
// journal and the viewers, and returns the commands to execute.
func (x *WorkflowExecutor) commit(events []plan.Event, notes []Event) []plan.Command {
	now := time.Now()
	before := x.state
	var commands []plan.Command
	opened := false
	for _, e := range events {
		if _, ok := e.(plan.Opened); ok {
			opened = true
		}
		next, more := plan.Apply(x.wf, x.state, e)
		x.state = next
		commands = append(commands, more...)
	}
	x.prepare(now, commands)
	notes = append(notes, x.askAbout(before, now, notes)...)
	notes = append(notes, changes(x.wf, before, x.state, commands, opened)...)
	if len(notes) == 0 && len(commands) == 0 {
		return nil // stale: there is nothing to keep
	}
	for i := range notes {
		if a, ok := notes[i].Body.(IterationAdopted); ok {
			a.Since = x.record.Tasks[notes[i].Task].IterationStartedAt
			if t, _ := x.state.Task(notes[i].Task); t.Status == plan.WaitingForUser && !x.record.Tasks[t.ID].Leaving() {
				a.Asks = x.record.Tasks[t.ID].Interaction
				if d := TypedSince(session.IterationDir(x.store.Dir(), t.ID, t.Iteration, t.Attempt), x.record.Tasks[t.ID]); d != nil {
					a.TypedBy, a.TypedAt = d.By, d.Last()
				}
			}
			notes[i].Body = a
		}
		if f, ok := notes[i].Body.(SessionFinished); ok && f.Outcome == plan.Interrupted {
			f.By, f.Reason = x.halted.by, x.halted.reason
			notes[i].Body = f
		}
		x.seq++
		notes[i].Seq, notes[i].Time, notes[i].Session = x.seq, now, x.record.ID
	}
	x.checkpoint(now, notes)
	for _, e := range notes {
		if _, starts := e.Body.(IterationStarted); starts && x.saved != nil && !x.held.over {
			x.held.untold = append(x.held.untold, e)
			continue
		}
		x.bus.publish(e)
	}
	return x.settle(now, commands)
}
