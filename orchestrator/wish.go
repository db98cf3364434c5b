package orchestrator

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"rooda/session"
)

// byHost is who stops a run that cannot be saved.
const byHost = "host"

// want notes what is to be kept although the next checkpoint may fail.
func (x *WorkflowExecutor) want(r session.Request) {
	r.At = time.Now()
	x.wanted = append(x.wanted, r)
}

// wantStop notes that somebody wants the run stopped. Each agent at work that ends from now on does so
// because of that, whatever becomes of this host.
func (x *WorkflowExecutor) wantStop(by, reason string) {
	x.want(session.Request{By: by, Action: ActStop, Reason: reason})
	x.markStopped(by)
}

// markStopped notes by whom the agents at work are stopped.
func (x *WorkflowExecutor) markStopped(by string) {
	for _, t := range x.state.Tasks {
		if was := x.record.Tasks[t.ID].Stopped; t.Active() && !t.Gone && (was == nil || was.By != by) {
			x.edit(t.ID, func(task *session.Task) { task.Stopped = &session.Stop{By: by, At: time.Now()} })
		}
	}
}

// interrupted is what the journal tells of an interrupt, once: of a stop that was asked for through the socket
// it has been told.
func (x *WorkflowExecutor) interrupted() []Event {
	if x.state.Stopping || x.state.Outcome != "" {
		return nil
	}
	return x.stopping()
}

func (x *WorkflowExecutor) stopping() []Event {
	switch {
	case x.halted.by == "": // nobody says
		return nil
	case slices.Contains(x.halted.noted, x.halted.by):
		x.markStopped(x.halted.by)
		return nil
	}
	x.wantStop(x.halted.by, x.halted.reason)
	return with(Event{}, Requested{Deed: Deed{By: x.halted.by}, Action: ActStop, Reason: x.halted.reason})
}

// insure puts what people want on record where the checkpoint could not be written, before anything comes
// of it. Where that cannot be either, it says so, and what they want is done all the same.
func (x *WorkflowExecutor) insure() {
	wanted := x.wanted
	x.wanted = nil
	if x.saved == nil {
		return
	}
	for _, r := range wanted {
		n, err := x.store.Keep(r)
		if err == nil {
			x.record.Requests = n
			continue
		}
		if r.Action == ActStop {
			x.halted.unkept = err
		}
		x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Task: r.Task, Body: Warning{fmt.Sprintf("%s is not on record: %v", r.Action, err)}})
	}
}

// failure is why the session is not as it should be on disk when the run has ended, nil where it is.
func (x *WorkflowExecutor) failure() error {
	if x.saved != nil && x.halted.unkept != nil {
		return fmt.Errorf("%w; that it was stopped is not on record either, so its agents count as lost at a resume", x.saved)
	}
	return x.saved
}

// heeding is a record with the requests that it lacks, which nobody has begun to act on, or whose host has
// gone in the middle. Of a stop there is nothing left to do for who takes the session up: it says why agents
// have ended.
func heeding(record session.Record, pending []session.Request) session.Record {
	record.Tasks = maps.Clone(record.Tasks)
	for _, r := range pending {
		record.Requests = r.N
		for id, t := range record.Tasks {
			if r.Task == "" || r.Task == id {
				task := *t
				heed(&task, r)
				record.Tasks[id] = &task
			}
		}
	}
	return record
}

// heed is of one task. What was cancelled was under way for the host that took that, which the record may not say
// yet: it has it as about to begin, or as failed before.
func heed(t *session.Task, r session.Request) {
	switch {
	case r.Action == ActStop && t.Status.UnderWay() && !IsLost(t):
		t.Stopped = &session.Stop{By: r.By, At: r.At}
	case r.Action == ActCancel && t.Status != session.Done:
		t.Cancelled, t.Reason = true, cancelledBy+r.By
	}
}

// revoke takes the stop back of tasks whose agents live although somebody has wanted the run stopped: a resume
// wants them to go on, so a later loss is none of that stop's doing. It returns those tasks: the last host may
// have told their agents to end all the same. The record's tasks are replaced.
func revoke(record *session.Record, living []string) (told map[string]bool) {
	record.Tasks, told = maps.Clone(record.Tasks), map[string]bool{}
	for _, id := range living {
		if task := recorded(*record, id); task.Stopped != nil {
			task.Stopped, told[id] = nil, true
			record.Tasks[id] = &task
		}
	}
	return told
}

// heardOf is what the journal tells of the requests that the last host's record lacked.
func (x *WorkflowExecutor) heardOf() (notes []Event) {
	for _, r := range x.inherited {
		var at Event
		if state, known := x.state.Task(r.Task); known {
			at = Event{Stage: x.wf.Stages[state.Stage].ID, Task: r.Task, Attempt: state.Attempt, Iteration: state.Iteration}
		}
		notes = append(notes, with(at, Requested{Deed: Deed{By: r.By, At: r.At}, Action: r.Action, Reason: r.Reason})...)
	}
	return notes
}
