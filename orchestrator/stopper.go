package orchestrator

import (
	"context"
	"errors"

	"rooda/session"
)

// StoppedBy is the cause of the context that interrupts Execute: human or agent: and a task for whoever
// asked for it, Ctrl-C for the person at the run's terminal, or the name of a signal.
type StoppedBy string

func (s StoppedBy) Error() string { return "stopped by " + string(s) }

// halted is the stop of a run, the zero halted none.
type halted struct {
	by     string   // who or what interrupts it
	reason string   // why, where nobody asked for that
	noted  []string // who has asked for it, which the journal tells
	unkept error    // why it is not on record
}

// halt is what the journal tells of the end of ctx.
func (x *WorkflowExecutor) halt(ctx context.Context) []Event {
	if x.halted.by == "" {
		x.halted.by = x.stopper(ctx)
	}
	return x.interrupted()
}

// haltAtOnce is halt for a ctx that has ended before the session is opened.
func (x *WorkflowExecutor) haltAtOnce(ctx context.Context) []Event {
	x.halted.by = x.stopper(ctx)
	if x.resumed != nil && x.resumed.How == ActStop { // which says who wants that
		x.halted.noted = append(x.halted.noted, x.halted.by)
		x.want(session.Request{By: x.halted.by, Action: ActStop})
	}
	return x.stopping()
}

// stopper is who or what has ended ctx, as far as that is known.
func (x *WorkflowExecutor) stopper(ctx context.Context) string {
	var by StoppedBy
	switch {
	case errors.As(context.Cause(ctx), &by):
		return string(by)
	case x.resumed != nil && x.resumed.How == ActStop:
		return x.resumed.By
	}
	return ""
}
