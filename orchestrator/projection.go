package orchestrator

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// project writes the planner's state into a record. Tasks are replaced, never
// changed in place, because earlier records may still be read.
func project(r *session.Record, s plan.State, now time.Time) {
	r.CurrentStageIndex = s.Stage
	r.Outcome = session.Outcome(s.Outcome)
	tasks := maps.Clone(r.Tasks)
	for _, t := range s.Tasks {
		task := *tasks[t.ID]
		if task.StartedAt.IsZero() && t.Attempt > 0 {
			task.StartedAt = now
		}
		final := t.Status == plan.Done || t.Status == plan.Error
		switch {
		case !final:
			task.EndedAt = time.Time{}
		case task.EndedAt.IsZero():
			task.EndedAt = now
		}
		if t.Status != plan.WaitingForUser {
			task.Interaction = nil
		}
		if !t.Active() {
			task.Stopped, task.Answer = nil, nil
		}
		task.Status, task.Outcome, task.Reason = session.Status(t.Status), session.Outcome(t.Outcome), t.Reason
		task.Attempt, task.Iteration, task.ConsecutiveFailures, task.Lost = t.Attempt, t.Iteration, t.Failures, t.Lost
		task.Cancelled = t.Cancelled
		if t.Lost == 0 && !t.Gone {
			task.Loss = nil
		}
		tasks[t.ID] = &task
	}
	r.Tasks = tasks
}

// restore is the planner's state of a record.
func restore(r session.Record) (plan.State, error) {
	s := plan.New(r.Workflow.Definition)
	s.Stage, s.Outcome = r.CurrentStageIndex, plan.Outcome(r.Outcome)
	for i := range s.Tasks {
		t := &s.Tasks[i]
		task, ok := r.Tasks[t.ID]
		if !ok {
			return plan.State{}, fmt.Errorf("resume session %s: the record lacks task %s", r.ID, t.ID)
		}
		t.Status, t.Outcome, t.Reason = plan.Status(task.Status), plan.Outcome(task.Outcome), task.Reason
		t.Attempt, t.Iteration, t.Failures, t.Lost = task.Attempt, task.Iteration, task.ConsecutiveFailures, task.Lost
		t.Gone = IsLost(task)
		t.Cancelled = task.Cancelled || t.Active() && !t.Gone && strings.HasPrefix(t.Reason, cancelledBy) // as earlier records had it
	}
	return s, nil
}
