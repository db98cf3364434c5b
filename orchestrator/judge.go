package orchestrator

import (
	"fmt"
	"maps"
	"time"

	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// judge turns a report into the planner's event, and into what viewers and
// the journal should know of it.
func (x *WorkflowExecutor) judge(r report) (plan.Event, []Event) {
	stage, spec := x.task(r.key.Task)
	at := Event{Stage: stage, Task: r.key.Task, Attempt: r.key.Attempt, Iteration: r.key.Iteration}
	if r.question != nil {
		return x.question(r, at)
	}
	state, _ := x.state.Task(r.key.Task)
	res := *r.result
	position := loop.Position{Iteration: r.key.Iteration, Failures: state.Failures}
	limits := loop.Limits{MaxIterations: spec.MaxIterations, FailureThreshold: spec.FailureThreshold}
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
	finished := IterationFinished{
		Outcome: outcome, EndedBy: endedBy(res), Promise: verdict.Promise,
		ExitCode: res.Exit.Code, Signal: res.Signal,
		Failures: event.Failures, Threshold: spec.FailureThreshold,
		DurationMS: res.Duration.Milliseconds(), Bytes: res.Exit.Bytes, Truncated: res.Truncated, Command: res.Command,
	}
	if outcome == string(loop.Failure) {
		finished.Head, finished.Tail = res.Head, res.Tail
	}
	if res.Err != nil {
		finished.Error = res.Err.Error()
	}
	x.note(r.key, finished, res.Duration, verdict)
	return event, append(with(at, finished), x.warnings(at, res, verdict, spec)...)
}

// note keeps the iteration's result in the record.
func (x *WorkflowExecutor) note(k plan.Key, f IterationFinished, took time.Duration, v loop.Verdict) {
	x.edit(k.Task, func(t *session.Task) {
		t.LastIteration = &session.Iteration{
			Number: k.Iteration, Attempt: k.Attempt, EndedBy: f.EndedBy, ExitCode: f.ExitCode, Signal: f.Signal,
			Promise: v.Promise, Outcome: f.Outcome, DurationMS: f.DurationMS, Bytes: f.Bytes,
		}
		if f.Outcome != string(plan.Interrupted) {
			stats := loop.Stats(t.Stats)
			stats.Add(took)
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

func (x *WorkflowExecutor) question(r report, at Event) (plan.Event, []Event) {
	state, _ := x.state.Task(r.key.Task)
	current := state.Active() && state.Attempt == r.key.Attempt && state.Iteration == r.key.Iteration
	waiting := current && state.Status == plan.WaitingForUser
	switch {
	case !current:
		return plan.QuestionClosed{Key: r.key}, nil
	case r.question.State != "":
		if waiting {
			return plan.QuestionRaised{Key: r.key}, nil
		}
		kind := r.question.Kind
		if kind == "" {
			kind = "unknown"
		}
		x.edit(r.key.Task, func(t *session.Task) { t.Interaction = &session.Interaction{Kind: kind, Since: time.Now()} })
		return plan.QuestionRaised{Key: r.key}, with(at, InteractionNeeded{Kind: kind})
	case waiting:
		return plan.QuestionClosed{Key: r.key}, with(at, InteractionResolved{By: "agent"})
	}
	return plan.QuestionClosed{Key: r.key}, nil
}

// reason says in a few words why a loop may stop here.
func reason(res Result, v loop.Verdict, failures int, spec workflows.Task) string {
	var cause string
	switch v.Reason {
	case "promise":
		cause = "the agent promised FAILURE"
	case "timeout":
		cause = "timeout after " + time.Duration(spec.IterationTimeout).String()
	case "signal":
		cause = "killed by " + res.Signal
	case "exit_code":
		cause = fmt.Sprintf("exit code %d", res.Exit.Code)
	}
	if failures > 1 && cause != "" {
		return fmt.Sprintf("%d failures in a row, the last: %s", failures, cause)
	}
	return cause
}

func endedBy(r Result) string {
	switch {
	case r.Err != nil:
		return "error"
	case r.TimedOut:
		return "timeout"
	case r.Stopped:
		return "stop"
	}
	return "exit"
}

// warnings lists what a person should know although nothing stops for it.
func (x *WorkflowExecutor) warnings(at Event, res Result, v loop.Verdict, spec workflows.Task) []Event {
	var texts []string
	if v.Outcome == loop.Done && res.Signal != "" {
		texts = append(texts, "the agent promised SUCCESS and was then killed by "+res.Signal)
	} else if v.Outcome == loop.Done && res.Exit.Code != 0 {
		texts = append(texts, fmt.Sprintf("the agent promised SUCCESS and exited with code %d", res.Exit.Code))
	}
	if res.TimedOut && v.Promise != "" {
		texts = append(texts, "the output holds a promise of "+v.Promise+", which does not count after a timeout")
	}
	if v.Outcome == loop.Continue && res.Err == nil && !res.Stopped && res.Size == 0 {
		texts = append(texts, "the agent ended well without any answer")
	}
	if res.Truncated {
		texts = append(texts, fmt.Sprintf("output of %d bytes exceeded the buffer of %d: its beginning was dropped from reports (the log has it)", res.Size, spec.MaxOutputBuffer))
	}
	if res.Exit.Unkillable {
		texts = append(texts, "the agent survived KILL and was given up")
	}
	if res.Exit.LogErr != nil {
		texts = append(texts, fmt.Sprintf("the output log is incomplete: %v", res.Exit.LogErr))
	}
	var events []Event
	for _, text := range texts {
		events = append(events, with(at, Warning{text})...)
	}
	return events
}

func with(at Event, body Body) []Event {
	at.Body = body
	return []Event{at}
}
