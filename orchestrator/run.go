package orchestrator

import (
	"context"
	"fmt"
	"path/filepath"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// Run is one session that this process hosts.
type Run struct {
	executor *WorkflowExecutor
	store    *session.Handle
	start    plan.State
}

// newRun takes the record as it was saved last; the store remembers only the
// one that it was opened with.
func (o *Orchestrator) newRun(store *session.Handle, record session.Record, l launcher, state plan.State) *Run {
	l.session = record.ID
	terminals := o.terminals(record)
	_, holds := terminals.(local)
	x := &WorkflowExecutor{
		wf: record.Workflow.Definition, store: store, launcher: l, bus: &bus{}, versions: newVersions(),
		state: state, record: record, seq: record.LastSeq,
		runner:  runnerOf(terminals),
		holds:   holds,
		mailbox: newMailbox(), running: map[plan.Key]context.CancelCauseFunc{}, silent: map[string]uncalled{},
		standing: newStanding(record), attended: make(chan struct{}), over: make(chan struct{}), apart: make(chan struct{}),
	}
	return &Run{executor: x, store: store, start: state}
}

func runnerOf(terminals Terminals) AgentRunner {
	return AgentRunner{Start: terminals.Open, Adopt: terminals.Adopt}
}

// Record returns the session as it was before Execute.
func (r *Run) Record() session.Record { return r.store.Record() }

// HostLog is the path of the file for what a host says that has no terminal.
func (r *Run) HostLog() string { return filepath.Join(r.store.Dir(), session.HostLog) }

// State returns where the session stood before Execute.
func (r *Run) State() plan.State { return r.start }

// Subscribe returns the events from now on; subscribe before Execute to miss none.
func (r *Run) Subscribe() *Subscription { return r.executor.bus.subscribe() }

// SubscribeStatus is Subscribe without the agents' output, which costs
// nothing while nobody takes it.
func (r *Run) SubscribeStatus() *Subscription {
	return r.executor.bus.add(&Subscription{silent: true})
}

// Stir has each agent's terminal asked at once whether it answers, for one that hears that some
// process was stopped or woken. Without it they are asked now and then.
func (r *Run) Stir() { r.executor.stir.ring() }

// Execute runs the session to an end, once; see WorkflowExecutor.Execute.
func (r *Run) Execute(ctx, kill context.Context) (plan.Outcome, error) {
	return r.executor.Execute(ctx, kill)
}

// Close gives the session up, so that another host may take it.
func (r *Run) Close() error {
	if err := r.store.Close(); err != nil {
		return fmt.Errorf("close session: %w", err)
	}
	return nil
}

// Dir returns the session's folder.
func (r *Run) Dir() string { return r.store.Dir() }
