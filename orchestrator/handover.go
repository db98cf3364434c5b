package orchestrator

import (
	"context"
	"errors"
	"time"

	"rooda/orchestrator/plan"
)

// ActHandOver is the wish for another host, as the journal names it.
const ActHandOver = "hand-over"

var (
	// ErrHandedOver ends a run that lets another host go on: all that happened
	// is on disk, and agents at work were left alone.
	ErrHandedOver = errors.New("the session was handed over")
	// ErrStopping says that the run is being stopped.
	ErrStopping = errors.New("the session is being stopped")
	// ErrOwnTerminals says that agents would end with this process.
	ErrOwnTerminals = errors.New("its agents' terminals are in this process")
	// ErrUnsaved says that the last checkpoint could not be written.
	ErrUnsaved = errors.New("the session is not saved")
)

// HandOver makes Execute end with ErrHandedOver as soon as the record is on
// disk, on behalf of who, without a touch on any agent: whoever resumes the
// session after Close adopts them. It returns when that is begun; when it fails,
// the run goes on.
func (r *Run) HandOver(ctx context.Context, who string) error {
	return r.executor.command(ctx, order{who: who, action: ActHandOver})
}

// mayHandOver says why the session must stay with this host, nil if it need not.
func (x *WorkflowExecutor) mayHandOver() error {
	switch {
	case x.holds:
		return ErrOwnTerminals
	case x.state.Stopping, x.halted.noted != nil: // who has asked for that through the socket has been told that it is begun
		return ErrStopping
	case x.state.Outcome != "":
		return ErrOver
	case x.saved != nil:
		return ErrUnsaved
	}
	return nil
}

// leaves reports whether the wish for another host can be met: what came with
// it may have stopped or ended the session, or not have reached the disk.
func (x *WorkflowExecutor) leaves() bool {
	if !x.handing {
		return false
	}
	x.handing = false
	err := x.mayHandOver()
	if err != nil {
		x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Body: Warning{"not handed over: " + err.Error()}})
	}
	return err == nil
}

// handOver lets go of all agents and takes what their iterations still have to
// tell. What the planner would have done about that is the next host's: it
// finds a task that runs by its record and was never started. A session that
// ends meanwhile has its outcome.
func (x *WorkflowExecutor) handOver() (plan.Outcome, error) {
	defer x.held.end()
	x.part()
	for _, abandon := range x.running {
		abandon(ErrHandedOver)
	}
	for len(x.running) > 0 {
		<-x.mailbox.ready
		reports := x.mailbox.take()
		if cause := fenced(reports); cause != nil {
			x.retire(cause, reports)
			return "", cause
		}
		var told []report
		for _, r := range reports {
			switch {
			case r.order != nil:
				r.order.reply(ErrHandingOver)
			case r.result != nil && errors.Is(r.result.Err, ErrHandedOver):
				delete(x.running, r.key)
			default:
				told = append(told, r)
			}
		}
		x.take(told, false, nil)
	}
	if x.state.Outcome != "" {
		x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Body: Warning{"not handed over: the session has ended meanwhile"}})
		return x.state.Outcome, x.saved
	}
	for _, kept := range x.owed {
		close(kept)
	}
	x.owed = nil
	return "", ErrHandedOver
}
