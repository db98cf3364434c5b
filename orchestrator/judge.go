package orchestrator

import (
	"errors"
	"maps"

	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// judge turns a report into the planner's event, and into what viewers and
// the journal should know of it.
func (x *WorkflowExecutor) judge(r report) (plan.Event, []Event) {
	if r.order != nil {
		return x.obey(r.order)
	}
	stage, spec := x.task(r.key.Task)
	at := Event{Stage: stage, Task: r.key.Task, Attempt: r.key.Attempt, Iteration: r.key.Iteration}
	if r.talk != nil {
		return x.talk(r, at)
	}
	state, _ := x.state.Task(r.key.Task)
	res := *r.result
	var notes []Event
	if errors.Is(res.Err, shim.ErrLost) {
		notes = x.severed(r.key)
		if known, ended := x.concluded(r.key, res); ended {
			res = known
			notes = append(notes, with(at, Warning{lostReason + " as it was told to leave (" + lossCause(r.result.Err) + "); its iteration had ended"})...)
		}
	}
	if isLost(res.Err) {
		if x.asked(r.key.Task) != nil {
			notes = append(notes, with(at, InteractionResolved{By: x.resolver(r.key, res)})...)
		}
		lost := x.lost(r.key, res.Err)
		if again := lost.Policy == workflows.LostRetry || lost.Policy == workflows.LostResume; again && (res.EndedBy == endedByPerson || x.record.Tasks[r.key.Task].Completing) {
			lost.Policy, lost.Reason = workflows.LostFail, lostAtTheEnd
		}
		return lost, append(notes, x.tellLost(lost, lossCause(res.Err))...)
	}
	if res.unstarted {
		return plan.IterationFinished{Key: r.key, Status: plan.Interrupted, Failures: state.Failures}, nil
	}
	limits := limitsOf(spec)
	position := loop.Position{Iteration: r.key.Iteration, Failures: state.Failures}
	event := plan.IterationFinished{Key: r.key}
	var outcome string

	verdict := loop.Judge(res.Ending(), res.Signals)
	switch {
	case res.Err != nil: // it could not be run; running it again would not help
		event.Status, event.Failures, event.Reason = plan.Aborted, state.Failures+1, res.Err.Error()
		outcome = string(loop.Failure)
	case res.Stopped:
		event.Status, event.Failures = plan.Interrupted, state.Failures
		outcome = string(plan.Interrupted)
	default:
		next, status := limits.Next(position, verdict.Outcome)
		event.Status, event.Good = plan.Outcome(status), verdict.Outcome != loop.Failure
		event.Failures, event.Reason = next.Failures, reason(res, verdict, next.Failures, spec)
		outcome = string(verdict.Outcome)
	}
	event.Note = completed(res, x.record.Tasks[r.key.Task].CompletedBy)
	finished := IterationFinished{
		Outcome: outcome, EndedBy: endedBy(res), Promise: verdict.Promise,
		Signal:   res.Signal,
		Failures: event.Failures, Threshold: spec.FailureThreshold,
		DurationMS: res.Duration.Milliseconds(), Truncated: res.Truncated, Unsent: res.Unsent, Command: res.Command,
	}
	if ended := res.Exit.EndedAt; ended.Before(x.begun) {
		finished.EndedAt = ended
		finished.Undriven = x.resumed != nil && !x.resumed.LastHeard.IsZero() && ended.After(x.resumed.LastHeard)
	}
	if !res.unseen && res.Err == nil {
		finished.ExitCode, finished.Bytes = &res.Exit.Code, &res.Exit.Bytes
	}
	if outcome == string(loop.Failure) {
		finished.Head, finished.Tail, finished.Last = res.Head, res.Tail, lastLine(res, spec)
	}
	if res.Err != nil {
		finished.Error = res.Err.Error()
		var hinter interface{ Hint() string }
		if errors.As(res.Err, &hinter) {
			finished.Hint = hinter.Hint()
		}
	}
	x.note(r.key, finished, res, verdict)
	if x.asked(r.key.Task) != nil {
		notes = append(notes, with(at, InteractionResolved{By: x.resolver(r.key, res)})...)
	}
	notes = append(notes, with(at, finished)...)
	if res.Kept != nil {
		notes = append(notes, with(at, AgentKept{PID: res.Kept.Pid()})...)
	}
	return event, append(notes, x.warnings(at, res, verdict, spec)...)
}

func limitsOf(t workflows.Task) loop.Limits {
	return loop.Limits{MaxIterations: t.MaxIterations, FailureThreshold: t.FailureThreshold}
}

// note keeps the iteration's result in the record.
func (x *WorkflowExecutor) note(k plan.Key, f IterationFinished, res Result, v loop.Verdict) {
	x.edit(k.Task, func(t *session.Task) {
		t.LogError, t.Completing, t.Ending, t.EndedAt = "", false, nil, f.EndedAt
		if f.Outcome != string(plan.Interrupted) { // that one is run again
			t.Texts = nil
		}
		t.LastIteration = &session.Iteration{
			Number: k.Iteration, Attempt: k.Attempt, EndedBy: f.EndedBy, ExitCode: f.ExitCode, Signal: f.Signal,
			Promise: v.Promise, Outcome: f.Outcome, DurationMS: f.DurationMS, Bytes: f.Bytes,
		}
		if res.Exit.LogErr != nil {
			t.LastIteration.LogError = res.Exit.LogErr.Error()
		}
		if res.Err == nil && f.Outcome != string(plan.Interrupted) {
			stats := loop.Stats(t.Stats)
			stats.Add(res.Duration)
			t.Stats = session.Stats(stats)
		}
	})
}

// edit changes a task of the record for the next checkpoint, and leaves the
// record that others may be reading alone.
func (x *WorkflowExecutor) edit(id string, change func(*session.Task)) {
	task := *x.record.Tasks[id]
	change(&task)
	x.record.Tasks = maps.Clone(x.record.Tasks)
	x.record.Tasks[id] = &task
}
