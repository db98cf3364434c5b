package orchestrator

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"rooda/session"
	"rooda/workflows"
)

// Replacement is a workflow for a session to go on with, instead of its own.
type Replacement struct {
	Workflow       *workflows.Workflow
	Source, SHA256 string
}

// ReplacementError says why a workflow cannot take over a session.
type ReplacementError struct {
	Session, Source string
	// Problems are sentences about tasks.
	Problems []string
}

func (e *ReplacementError) Error() string {
	return fmt.Sprintf("%s cannot take over session %s:\n  %s", e.Source, session.ShortID(e.Session), strings.Join(e.Problems, "\n  "))
}

// Hint says what else could be done.
func (e *ReplacementError) Hint() string {
	return "what is done has to stay in its stage; or begin anew: rooda workflow run " + e.Source
}

// Replace gives a session that no host drives another workflow, once all of
// its tasks that are not done could be launched, and returns what is different,
// a line each. What is done must be there, in its stage, and stays as it was.
// It fails with session.ErrRunning, *ReplacementError or *PreflightError, and
// then changes nothing.
func (o *Orchestrator) Replace(id string, r Replacement) ([]string, error) {
	store, err := o.opts.Sessions.Open(id)
	if err != nil {
		return nil, err
	}
	changes, err := o.replace(store, r)
	return changes, errors.Join(err, store.Close())
}

func (o *Orchestrator) replace(store *session.Handle, r Replacement) ([]string, error) {
	record := store.Record()
	changes, err := replace(&record, r)
	if err != nil {
		return nil, err
	}
	state, err := restore(record)
	if err != nil {
		return nil, err
	}
	l, err := o.launcher(record)
	if err != nil {
		return nil, err
	}
	if err := l.preflight(unfinished(r.Workflow, state)); err != nil {
		return nil, err
	}
	return changes, store.Save(record)
}

// replace gives the record the workflow, with what its tasks have come to, and
// returns what is different, a line each. What is done stays as it was.
func replace(record *session.Record, r Replacement) ([]string, error) {
	old, now := placesOf(record.Workflow.Definition), placesOf(r.Workflow)
	problems := misplaced(record, old, now)
	if record.CurrentStageIndex > len(r.Workflow.Stages) {
		problems = append(problems, fmt.Sprintf("%d stages are finished, and the workflow has %d", record.CurrentStageIndex, len(r.Workflow.Stages)))
	}
	if problems != nil {
		return nil, &ReplacementError{Session: record.ID, Source: r.Source, Problems: problems}
	}
	tasks := map[string]*session.Task{}
	for id, at := range now.at {
		task := session.Task{}
		if past := record.Tasks[id]; past != nil {
			task = *past
		}
		task.Stage, task.MaxIterations, task.KeepAlive = at.stage, at.task.MaxIterations, at.task.KeepAlive
		if task.Status == "" {
			task.Status = session.Pending
		}
		tasks[id] = &task
	}
	changes := differences(record, old, now)
	if record.Goal == record.Workflow.Definition.Goal && record.Goal != r.Workflow.Goal {
		record.Goal = r.Workflow.Goal
		changes = append([]string{"another goal"}, changes...)
	}
	record.Workflow = session.Workflow{Name: r.Workflow.Name, Source: r.Source, SHA256: r.SHA256, Definition: r.Workflow}
	record.Tasks = tasks
	return changes, nil
}

// places are the tasks of a workflow by id, and the ids in its order.
type places struct {
	ids []string
	at  map[string]placed
}

type placed struct {
	index int // of the stage
	stage string
	task  workflows.Task
}

func (p placed) String() string { return p.stage + "/" + p.task.ID }

func placesOf(wf *workflows.Workflow) places {
	p := places{at: map[string]placed{}}
	for i, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			p.ids = append(p.ids, task.ID)
			p.at[task.ID] = placed{i, stage.ID, task}
		}
	}
	return p
}

// misplaced says what of the work that was begun the new workflow would lose.
func misplaced(record *session.Record, old, now places) (problems []string) {
	for _, id := range old.ids {
		was := old.at[id]
		is, there := now.at[id]
		status := record.Tasks[id].Status
		switch busy := status == session.Running || status == session.WaitingForUser; {
		case status != session.Done && !busy:
		case !there && busy:
			problems = append(problems, fmt.Sprintf("%v was at work when its host ended, and the workflow has no such task", was))
		case !there:
			problems = append(problems, fmt.Sprintf("%v is done, and the workflow has no such task", was))
		case is.index != was.index || is.stage != was.stage:
			problems = append(problems, fmt.Sprintf("%v is done, and the workflow has it in stage %d, %s", was, is.index+1, is.stage))
		}
	}
	for _, id := range now.ids {
		if _, known := old.at[id]; !known && now.at[id].index < record.CurrentStageIndex {
			problems = append(problems, fmt.Sprintf("%v is new in a stage that is finished", now.at[id]))
		}
	}
	return problems
}

// differences tells the tasks that are new, gone or changed.
func differences(record *session.Record, old, now places) (lines []string) {
	for _, id := range now.ids {
		is := now.at[id]
		was, known := old.at[id]
		switch keys := changedKeys(was.task, is.task); {
		case !known:
			lines = append(lines, fmt.Sprintf("%v: new", is))
		case keys == "" && was.stage == is.stage:
		case record.Tasks[id].Status == session.Done:
			lines = append(lines, fmt.Sprintf("%v: done before; changed %s has no effect", is, keys))
		case keys == "":
			lines = append(lines, fmt.Sprintf("%v: was %v", is, was))
		default:
			lines = append(lines, fmt.Sprintf("%v: changed %s", is, keys))
		}
	}
	for _, id := range old.ids {
		if _, there := now.at[id]; !there {
			lines = append(lines, fmt.Sprintf("%v: gone", old.at[id]))
		}
	}
	return lines
}

// changedKeys names the keys of a task that differ.
func changedKeys(a, b workflows.Task) string {
	was, is := keysOf(a), keysOf(b)
	all := maps.Clone(was)
	maps.Copy(all, is)
	var names []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !reflect.DeepEqual(was[key], is[key]) {
			names = append(names, key)
		}
	}
	return strings.Join(names, ", ")
}

// keysOf is a task as the record stores it.
func keysOf(t workflows.Task) map[string]any {
	var keys map[string]any
	if data, err := json.Marshal(t); err == nil {
		_ = json.Unmarshal(data, &keys) // it was just made
	}
	return keys
}
