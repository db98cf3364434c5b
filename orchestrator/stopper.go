package orchestrator

import (
	"context"
	"errors"
)

// StoppedBy is the cause of the context that interrupts Execute: human or agent: and a task for whoever
// asked for it, Ctrl-C for the person at the run's terminal, or the name of a signal.
type StoppedBy string

func (s StoppedBy) Error() string { return "stopped by " + string(s) }

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
