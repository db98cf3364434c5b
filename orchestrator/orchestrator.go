package orchestrator

import (
	"time"

	"rooda/adapters"
	"rooda/internal/rehearsal"
	"rooda/prompts"
	"rooda/session"
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

// host enters this process as the session's next host.
func host(record *session.Record) error {
	this, err := session.ThisHost()
	if err != nil {
		return err
	}
	record.Host = this
	record.Epoch = after(record.Epoch)
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
