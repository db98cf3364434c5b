package orchestrator

import (
	"context"
	"errors"

	"rooda/pty"
	"rooda/pty/shim"
)

// fenced returns the error by which a terminal says that another host has
// taken the session over, nil when no report holds one.
func fenced(reports []report) *shim.EpochError {
	for _, r := range reports {
		var epoch *shim.EpochError
		if r.result != nil && errors.As(r.result.Err, &epoch) {
			return epoch
		}
	}
	return nil
}

// retire ends a host that another one has replaced: it writes nothing any
// more, neither checkpoint nor journal, and lets go of its agents, which are
// the other's.
func (x *WorkflowExecutor) retire(cause *shim.EpochError, reports []report) {
	x.held.end()
	x.part()
	for _, kept := range x.owed { // what they may do now, the terminal refuses
		close(kept)
	}
	x.owed = nil
	for _, abandon := range x.running {
		abandon(cause)
	}
	for {
		for _, r := range reports {
			if r.result != nil {
				delete(x.running, r.key)
				x.keep(r)
			}
			if r.kept != nil {
				close(r.kept)
			}
			if r.order != nil {
				r.order.reply(ErrHandingOver)
			}
		}
		if len(x.running) == 0 {
			break
		}
		<-x.mailbox.ready
		reports = x.mailbox.take()
	}
}

// abandoned is the reason for which an iteration's agent is to be left alone,
// nil while there is none.
func abandoned(ctx context.Context) error {
	var epoch *shim.EpochError
	if cause := context.Cause(ctx); errors.As(cause, &epoch) || errors.Is(cause, ErrHandedOver) {
		return cause
	}
	return nil
}

// leave gives a terminal up whose agent is another host's.
func leave(term pty.Terminal) {
	if r, ok := term.(releasable); ok {
		_ = r.Release() // it is to be left alone
		return
	}
	_ = term.Close()
}
