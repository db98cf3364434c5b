package orchestrator

import (
	"context"
	"errors"

	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// Errors of what somebody wants of a run.
var (
	// ErrNotUnderWay says that no iteration of the task is.
	ErrNotUnderWay = errors.New("the task is not under way")
	// ErrNotBegun says so of a task that is still to begin.
	ErrNotBegun = errors.New("the task has not begun")
	// ErrOver says that the run has ended meanwhile.
	ErrOver = errors.New("the run has ended")
	// ErrHandingOver says that another host has the session, or is about to: nothing was done, and that host is to
	// be asked.
	ErrHandingOver = errors.New("another rooda is taking the session up")
)

// What somebody may want, as the journal names it.
const (
	ActApprove  = "approve"
	ActComplete = "complete"
	ActSend     = "send"
	ActCancel   = "cancel"
	ActStop     = "stop"
	ActResume   = "resume" // a session, and see loss.go
	ActTakeOver = "take-over"
)

// cancelledBy begins the reason of a task that somebody has cancelled, who follows. Records of
// before session.Task.Cancelled tell by it.
const cancelledBy = "cancelled by "

// Requested says that somebody wanted something of the run through its
// socket, or of an agent's terminal, and that it was done or begun; of an approval, and of a text, that it was
// accepted: InputTyped and InputSent say that it was typed. By is
// human, or agent: and a task; of a stop also as SessionFinished has it. At is set where the host that
// was asked could not save it.
type Requested struct {
	Deed
	Action string `json:"action"`
	// Left counts the texts that the agent had not got when it was to be completed, its prompt included.
	Left int `json:"left,omitempty"`
	// Reason is why the host stops the run, where it is By.
	Reason string `json:"reason,omitempty"`
}

// Type is the name in the journal; it never changes.
func (Requested) Type() string { return "requested" }

// order is what somebody wants of the run, or has done to one of its agents;
// answer, which may be nil, holds one and gets what came of it.
type order struct {
	who, action, task string
	key               plan.Key        // of the iteration, where its driver has it noted
	text              string          // to hand over
	left              int             // texts that are not given when it is to be completed
	given             *session.Answer // that is approved, nil for none
	entrusted         bool            // it is in the record, which the next checkpoint writes
	refused           bool            // it is only noted
	warning           string          // there is nothing else but the task then
	answer            chan error
}

// obey turns an order into the planner's event and what the journal tells.
func (x *WorkflowExecutor) obey(o *order) (event plan.Event, notes []Event) {
	var at Event
	state, known := x.state.Task(o.task)
	if known {
		at = Event{Stage: x.wf.Stages[state.Stage].ID, Task: o.task, Attempt: state.Attempt, Iteration: state.Iteration}
	}
	if o.warning != "" {
		return nil, with(at, Warning{o.warning})
	}
	if o.refused {
		return nil, with(at, Refused{Deed: Deed{By: o.who}, Action: o.action})
	}
	switch o.action {
	case ActCancel:
		if known && state.Status == plan.Pending {
			o.reply(ErrNotBegun)
			return nil, nil
		}
		if !known || !state.Active() || state.Stopped || x.state.Stopping {
			o.reply(ErrNotUnderWay)
			return nil, nil
		}
		event = plan.Cancel{Task: o.task, Reason: cancelledBy + o.who}
		x.want(session.Request{By: o.who, Action: ActCancel, Task: o.task})
	case ActStop:
		x.halted.noted = append(x.halted.noted, o.who)
		x.wantStop(o.who, "")
	case ActSend, ActApprove, ActComplete:
		if err := x.entrust(o, state); err != nil {
			o.reply(err)
			return nil, nil
		}
	case ActHandOver:
		if err := x.mayHandOver(); err != nil {
			o.reply(err)
			return nil, nil
		}
		x.handing = true
	case ActRetry, ActResume, ActFail:
		if !state.Gone || x.state.Stopping {
			o.reply(ErrNotLost)
			return nil, nil
		}
		if x.saved != nil {
			return nil, x.untaken(at, o)
		}
		key := plan.Key{Task: o.task, Attempt: state.Attempt, Iteration: state.Iteration}
		event = plan.LossSettled{Key: key, Policy: workflows.OnLost(o.action)}
	}
	return event, with(at, Requested{Deed: Deed{By: o.who}, Action: o.action, Left: o.left})
}

func (o order) reply(err error) {
	if o.answer == nil {
		return
	}
	select {
	case o.answer <- err:
	default: // it has been answered
	}
}

// command hands an order to the executor and waits for what comes of it.
func (x *WorkflowExecutor) command(ctx context.Context, o order) error {
	o.answer = make(chan error, 1)
	x.mailbox.put(report{order: &o})
	select {
	case err := <-o.answer:
		return err
	case <-x.over:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-o.answer:
		return err
	default:
		return x.gone()
	}
}

// part notes that the session is another host's from now on.
func (x *WorkflowExecutor) part() {
	if !x.parted() {
		close(x.apart)
	}
}

// parted reports whether it is. It may be called from any goroutine.
func (x *WorkflowExecutor) parted() bool {
	select {
	case <-x.apart:
		return true
	default:
		return false
	}
}

// gone says of a run to which nobody listens any more why not.
func (x *WorkflowExecutor) gone() error {
	if x.parted() {
		return ErrHandingOver
	}
	return ErrOver
}

// Cancel ends a task as failed, on behalf of who. It returns when that is
// begun; ErrNotUnderWay when there is nothing to end, ErrNotBegun when there is not yet, ErrHandingOver where another host is to be asked.
func (r *Run) Cancel(ctx context.Context, task, who string) error {
	return r.executor.command(ctx, order{who: who, action: ActCancel, task: task})
}

// NoteStop enters into the journal that who is about to stop the run, which
// whoever holds the context of Execute does. It fails with ErrOver when the run has ended, and with
// ErrHandingOver when only another host can be stopped.
func (r *Run) NoteStop(ctx context.Context, who string) error {
	return r.executor.command(ctx, order{who: who, action: ActStop})
}

// NoteRefused enters into the journal that who, an agent, wanted something of a
// task, or of the run if task is empty, and was not let.
func (r *Run) NoteRefused(ctx context.Context, task, who, action string) error {
	return r.executor.command(ctx, order{who: who, action: action, task: task, refused: true})
}

// Warn enters into the journal what went wrong beside a task's agent. It returns
// when viewers have been told, ErrOver when the run has ended, ErrHandingOver when it is another host's.
func (r *Run) Warn(ctx context.Context, task, text string) error {
	return r.executor.command(ctx, order{task: task, warning: text})
}
