package orchestrator

import (
	"errors"
	"fmt"
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
	state, l, err := o.standing(record)
	if err != nil {
		return nil, err
	}
	if err := l.preflight(unfinished(record.Workflow.Definition, state)); err != nil {
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
