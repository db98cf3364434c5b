package orchestrator

import (
	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// changes tells what an application of events changed, in the order in which
// a reader wants to hear it: what ended, which stage came, what started.
// opened says that the session has just begun or been taken up again.
func changes(wf *workflows.Workflow, before, after plan.State, commands []plan.Command, opened bool) []Event {
	var events []Event
	at := func(t plan.TaskState) Event {
		return Event{Stage: wf.Stages[t.Stage].ID, Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
	}
	status := func(t, old plan.TaskState) {
		if t.Status != old.Status || t.Outcome != old.Outcome {
			events = append(events, with(at(t), TaskStatusChanged{From: old.Status, To: t.Status, Outcome: t.Outcome, Reason: t.Reason})...)
		}
	}
	for i, t := range after.Tasks {
		if t.Status != plan.Running {
			status(t, before.Tasks[i])
		}
	}
	if starts(commands) && (opened || after.Stage != before.Stage) {
		stage := Event{Stage: wf.Stages[after.Stage].ID, Body: StageStarted{Index: after.Stage}}
		events = append(events, stage)
	}
	for i, t := range after.Tasks {
		if t.Status == plan.Running {
			status(t, before.Tasks[i])
		}
	}
	if from, to := StateOf(before), StateOf(after); from != to {
		events = append(events, Event{Body: SessionStateChanged{From: from, To: to}})
	}
	for _, c := range commands {
		switch c := c.(type) {
		case plan.StartIteration:
			t, _ := after.Task(c.Key.Task)
			events = append(events, with(at(t), IterationStarted{MaxIterations: budget(wf, t)})...)
		case plan.AdoptIteration:
			t, _ := after.Task(c.Key.Task)
			events = append(events, with(at(t), IterationAdopted{MaxIterations: budget(wf, t)})...)
		case plan.EndSession:
			events = append(events, Event{Body: SessionFinished{Outcome: c.Outcome}})
		}
	}
	return events
}

// starts reports whether the commands start anything.
func starts(commands []plan.Command) bool {
	for _, c := range commands {
		if _, ok := c.(plan.StartIteration); ok {
			return true
		}
	}
	return false
}

func budget(wf *workflows.Workflow, t plan.TaskState) int {
	for _, task := range wf.Stages[t.Stage].Tasks {
		if task.ID == t.ID {
			return task.MaxIterations
		}
	}
	return 0
}
