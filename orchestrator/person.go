package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// Errors of what people ask for.
var (
	// ErrNotDriven says that no agent of that task is being driven.
	ErrNotDriven = errors.New("no interactive agent of this task is running")
	// ErrHeadless says that the task's agent runs headless, where rooda neither types nor ends anything for people.
	ErrHeadless = errors.New("its agent runs headless, and rooda drives only interactive ones")
	// ErrTaskOver says so of an agent's task that is final, or whose agent is being ended by a cancel.
	ErrTaskOver = errors.New("the task is over")
	// ErrLeaving says that the iteration of that task's agent is over, and that the agent is told to leave.
	ErrLeaving = errors.New("the iteration is over, and its agent is about to leave")
	// ErrNothingAsked says that there is no question on the screen.
	ErrNothingAsked = errors.New("the agent asks nothing")
	// ErrNoAnswer says that a person is called, and not to answer anything.
	ErrNoAnswer = errors.New("the agent asks nothing that has an answer")
	// ErrAnswered says that somebody was faster: the question's answer is on its way to the agent.
	ErrAnswered = errors.New("the question has been answered already")
	// ErrTypedSince says that somebody has typed since the question was asked, so what is asked now may be another.
	ErrTypedSince = errors.New("somebody has typed since the question was asked")
	// ErrChanged says that another question took the place of the one that was approved, or none.
	ErrChanged = errors.New("the question had changed")
	// ErrUncalled says that a question stands there to which nobody has been called yet.
	ErrUncalled = errors.New("people have not been told yet of the question that stands there")
	// ErrPartly says that another question came up before all of an answer was typed, so that nobody knows
	// what its first keys have answered.
	ErrPartly = errors.New("another question came up in the middle of the answer")
	// ErrHalted says that an answer was broken off, because its agent was to end or another host to go on.
	ErrHalted = errors.New("the answer was broken off")
	// ErrUntyped says that an answer was not typed although its question stood there.
	ErrUntyped = errors.New("the answer was not typed")
	// ErrHalfKnown says that a host ended in the middle of an answer to the question, which may be all there.
	ErrHalfKnown = errors.New("an answer to it was begun, and nobody knows how much of that was typed")
	// ErrLate says that an answer could not be typed for so long that it was given up.
	ErrLate = errors.New("as far as is known the answer was not typed in time, and it is not begun any more")
	// ErrHidden says that the question cannot be read as it was, so nothing is typed to it.
	ErrHidden = errors.New("the question is not all on the agent's screen")
	// ErrNoPlainYes says that the question has no answer that could be told to
	// mean yes, and nothing more.
	ErrNoPlainYes = errors.New("the question has no plain yes")
)

// Person is the way from people to the driver of one iteration. It is safe for
// concurrent use.
type Person struct{ incoming chan request }

// NewPerson returns the way to one iteration.
func NewPerson() *Person { return &Person{make(chan request)} }

// request is one thing that somebody wants; one of keys, text, approve and
// complete is set.
type request struct {
	who      string
	keys     []byte
	text     string
	approve  bool
	complete bool
	answer   chan error      // holds one
	over     <-chan struct{} // closed when nobody waits for the answer any more
}

// requests is nil for nobody, from whom nothing ever comes.
func (p *Person) requests() <-chan request {
	if p == nil {
		return nil
	}
	return p.incoming
}

func (p *Person) ask(ctx context.Context, r request) error {
	r.answer, r.over = make(chan error, 1), ctx.Done()
	select {
	case p.incoming <- r:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-r.answer: // who hears that nothing came of it asks again
		return err
	default:
		return ctx.Err()
	}
}

// serve does what somebody wants, or fails with shim.ErrUnreachable where nothing could come of
// it now, or, with shim.ErrBegun as well, where nobody knows.
func (d *driver) serve(ctx context.Context, r request, now time.Time) error {
	switch {
	case !d.answers(ctx):
		return shim.ErrUnreachable
	case r.complete:
		if err := d.note(r, ActComplete); err != nil {
			return err
		}
		d.talk.done = true
		return nil
	case r.text != "":
		if err := d.note(r, ActSend); err != nil {
			return err
		}
		d.talk.hand(r.text)
		return nil
	case r.approve:
		if err := d.agree(r.who, now); err != nil {
			return err
		}
		err := d.note(r, ActApprove)
		if err != nil {
			d.talk.yes = ""
		}
		return err
	}
	if err := d.press(ctx, stroke{keys: string(r.keys), by: r.who}, d.in.Person.requests()); err != nil {
		if errors.Is(err, shim.ErrBegun) {
			d.tell(doubtful(r.who, astray(err)))
		}
		return err
	}
	d.tell(InputTyped{Deed: Deed{By: r.who}, Bytes: len(r.keys), Kind: "keys"})
	return nil
}

// note puts on record what somebody wants. It fails where that is not to be done.
func (d *driver) note(r request, action string) error {
	if d.in == nil || d.in.Note == nil {
		return nil
	}
	o := order{who: r.who, action: action, text: r.text}
	if r.complete {
		o.left = d.talk.unsent()
	}
	return d.in.Note(o)
}

// ask has somebody's request done by the driver of a task's agent.
func (r *Run) ask(ctx context.Context, task string, what request) error {
	select {
	case <-r.executor.attended:
	case <-r.executor.over:
	case <-ctx.Done():
		return ctx.Err()
	}
	t := r.Now().Record.Tasks[task]
	switch {
	case t != nil && t.Cancelling():
		return fmt.Errorf("%w: %s", ErrTaskOver, t.Reason)
	case t != nil && t.Leaving():
		return ErrLeaving
	case t != nil && t.Status == session.Pending && !r.executor.parted():
		return ErrNotBegun
	}
	err := r.executor.people.ask(ctx, task, what)
	if errors.Is(err, ErrNotDriven) && r.executor.parted() {
		return ErrHandingOver
	}
	if t = r.Now().Record.Tasks[task]; errors.Is(err, ErrNotDriven) && t != nil && t.Outcome != "" {
		return fmt.Errorf("%w: %s", ErrTaskOver, cmp.Or(t.Reason, string(t.Outcome)))
	}
	if _, spec := r.executor.task(task); errors.Is(err, ErrNotDriven) && spec.Mode == workflows.Headless {
		return ErrHeadless
	}
	return err
}

// Input types keys at the terminal of a task's agent, just as they are, on
// behalf of who ("human" say). It fails with ErrNotDriven, ErrHeadless, ErrNotBegun or ErrTaskOver when there is no such agent, with
// ErrHandingOver when another host drives it, and like Send, Approve and Complete with shim.ErrUnreachable when its terminal does not answer; if that is
// shim.ErrBegun too, the keys may have been typed.
func (r *Run) Input(ctx context.Context, task, who string, keys []byte) error {
	return r.ask(ctx, task, request{who: who, keys: keys})
}

// Send hands a text to a task's agent as soon as it is idle, ahead of the
// task's own inputs and behind what was handed over before. When it returns that is on disk, and holds for the next
// host, too; it fails with ErrUnsaved where it cannot be.
func (r *Run) Send(ctx context.Context, task, who, text string) error {
	return r.ask(ctx, task, request{who: who, text: text})
}

// Approve answers the question that a task's agent asks with its plain yes,
// the one that allows this once and nothing more. It fails with
// ErrNothingAsked, ErrNoAnswer, ErrAnswered, ErrTypedSince, ErrUncalled, ErrChanged, ErrHalfKnown, ErrHidden or ErrNoPlainYes,
// or with ErrUnsaved where the disk does not take who approves. It returns when the answer has been
// typed, or fails with ErrTypedSince, ErrChanged, ErrUntyped, ErrPartly, ErrHalted or shim.ErrBegun where that came to nothing; when ctx
// ends before, no answer is begun any more, and ErrLate says so of a deadline.
// To the question about a lost agent yes is retry.
func (r *Run) Approve(ctx context.Context, task, who string) error {
	if IsLost(r.Now().Record.Tasks[task]) {
		return r.Settle(ctx, task, who, workflows.LostRetry)
	}
	err := r.ask(ctx, task, request{who: who, approve: true})
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrLate
	}
	return err
}

// Complete ends a task's iteration as if its agent had become idle with
// nothing more to do. When it returns that is on disk, and holds for the next host, too; it fails with
// ErrUnsaved where it cannot be.
func (r *Run) Complete(ctx context.Context, task, who string) error {
	return r.ask(ctx, task, request{who: who, complete: true})
}
