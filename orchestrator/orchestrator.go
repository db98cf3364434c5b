package orchestrator

import (
	"errors"
	"time"

	"rooda/adapters"
	"rooda/internal/localsock"
	"rooda/internal/rehearsal"
	"rooda/orchestrator/plan"
	"rooda/prompts"
	"rooda/session"
	"rooda/workflows"
)

// Options is what an Orchestrator works with. All fields but RunDir and Name are required.
type Options struct {
	Sessions *session.SessionManager
	Adapters *adapters.Registry
	// Procedure finds a procedure by name.
	Procedure func(name string) (prompts.Procedure, error)
	// Environ is the environment that agents inherit (AI-28).
	Environ []string
	// Self is the path of the rooda executable, for rehearsals and shims.
	Self string
	// Unattended is how long an agent that needs no person may be silent with no
	// host before it is ended; 0 is for ever.
	Unattended time.Duration
	// RunDir is the folder for sockets. Where it is empty, agents are kept in
	// this process and end with it.
	RunDir string
	// Name is what the terminals of agents answer when they are asked what
	// they are (XTVERSION), "rooda" if empty. Those in this process say "rooda" in any case.
	Name string
}

// Orchestrator is the public API (CORE-06): it starts sessions and takes them
// up again. It is safe for concurrent use.
type Orchestrator struct{ opts Options }

// New returns an orchestrator; it starts nothing.
func New(opts Options) *Orchestrator { return &Orchestrator{opts} }

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

// host enters this process as the session's next host.
func host(record *session.Record) error {
	this, err := session.ThisHost()
	if err != nil {
		return err
	}
	record.Host = this
	record.Epoch++
	return nil
}

// terminals are those of a host of the record's epoch.
func (o *Orchestrator) terminals(record session.Record) Terminals {
	if o.opts.RunDir == "" {
		return local{}
	}
	return shims{self: o.opts.Self, runDir: o.opts.RunDir, epoch: record.Epoch, unattended: o.opts.Unattended, name: o.opts.Name}
}

func (o *Orchestrator) launcher(record session.Record) (launcher, error) {
	l := launcher{
		adapters: o.opts.Adapters, procedure: o.opts.Procedure, environ: o.opts.Environ, self: o.opts.Self,
		goal: record.Goal, workdir: record.Workdir,
	}
	if record.Rehearsal == "" {
		return l, nil
	}
	var tasks []string
	for _, stage := range record.Workflow.Definition.Stages {
		for _, task := range stage.Tasks {
			tasks = append(tasks, stage.ID+"/"+task.ID)
		}
	}
	cast, err := rehearsal.Parse(record.Rehearsal, tasks)
	if err != nil {
		return launcher{}, err
	}
	l.cast = &cast
	return l, nil
}
