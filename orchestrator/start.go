package orchestrator

import (
	"errors"

	"rooda/internal/localsock"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// StartRequest describes a new session.
type StartRequest struct {
	// Workflow is what to run; Source and SHA256 say where it came from.
	Workflow       *workflows.Workflow
	Source, SHA256 string
	// Goal is offered to every prompt (CORE-09); empty means the workflow's own.
	Goal string
	// Workdir is the absolute path where rooda was invoked.
	Workdir string
	// Rehearsal is a cast (see package rehearsal), and Rehearse says that
	// there is one: no agent is started, simulated ones are.
	Rehearse  bool
	Rehearsal string
}

// Start checks that every task can be launched and creates the session; a
// *PreflightError lists what is missing. The caller must Execute and Close the run.
func (o *Orchestrator) Start(r StartRequest) (*Run, error) {
	record := r.record()
	l, err := o.ready(record)
	if err != nil {
		return nil, err
	}
	if err := host(&record); err != nil {
		return nil, err
	}
	state := plan.New(r.Workflow)
	project(&record, state, record.Host.StartedAt)
	store, err := o.opts.Sessions.Create(record)
	if err != nil {
		return nil, err
	}
	return o.newRun(store, store.Record(), l, state), nil
}

// Check does what Start does up to the creation of the session, and tells how
// each task would begin.
func (o *Orchestrator) Check(r StartRequest) ([]Planned, error) {
	l, err := o.ready(r.record())
	if err != nil {
		return nil, err
	}
	return l.planned(r.Workflow)
}

// ready is the launcher of a session that can begin here: each of its tasks can be launched.
func (o *Orchestrator) ready(record session.Record) (launcher, error) {
	l, err := o.launcher(record)
	if err != nil {
		return launcher{}, err
	}
	if err := l.preflight(record.Workflow.Definition); err != nil {
		return launcher{}, err
	}
	return l, o.checkPlace()
}

// record is the session as it begins.
func (r StartRequest) record() session.Record {
	goal := r.Goal
	if goal == "" {
		goal = r.Workflow.Goal
	}
	record := session.Record{
		Workflow: session.Workflow{Name: r.Workflow.Name, Source: r.Source, SHA256: r.SHA256, Definition: r.Workflow},
		Goal:     goal, Workdir: r.Workdir, Tasks: map[string]*session.Task{},
	}
	if r.Rehearse {
		record.Rehearsal = r.Rehearsal
		if record.Rehearsal == "" {
			record.Rehearsal = "success"
		}
	}
	for _, stage := range r.Workflow.Stages {
		for _, task := range stage.Tasks {
			record.Tasks[task.ID] = &session.Task{Stage: stage.ID, MaxIterations: task.MaxIterations, KeepAlive: task.KeepAlive}
		}
	}
	return record
}

// checkPlace finds out before there is a session whether its sockets could be
// where they should; it makes nothing.
func (o *Orchestrator) checkPlace() error {
	if o.opts.RunDir == "" {
		return nil
	}
	if _, err := localsock.Path(o.opts.RunDir, ""); err != nil { // all names are equally long
		return err
	}
	// One that is not there, or cannot be looked at, is for whoever makes it.
	var place *localsock.PlaceError
	if err := localsock.CheckDir(o.opts.RunDir); errors.As(err, &place) {
		return err
	}
	return nil
}
