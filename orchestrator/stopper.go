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

// halt is what the journal tells of the end of ctx.
func (x *WorkflowExecutor) halt(ctx context.Context) []Event {
	if x.stoppedBy == "" {
		x.stoppedBy = x.stopper(ctx)
	}
	return x.interrupted()
}

// haltAtOnce is halt for a ctx that has ended before the session is opened.
func (x *WorkflowExecutor) haltAtOnce(ctx context.Context) []Event {
	x.stoppedBy = x.stopper(ctx)
	if x.resumed != nil && x.resumed.How == ActStop { // which says who wants that
		x.notedBy = append(x.notedBy, x.stoppedBy)
		x.want(session.Request{By: x.stoppedBy, Action: ActStop})
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
