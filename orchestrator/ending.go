package orchestrator

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"rooda/pty"
	"rooda/pty/shim"
)

// Notice is a step in ending an agent, for the log.
type Notice struct {
	// Action is "sending_sigterm", "sending_sigkill" or "giving_up".
	Action string
	Cause  Cause
	// Question is the kind of the question when that is the cause.
	Question string
	Pid      int
}

// Cause is why rooda ends an agent.
type Cause string

// The causes.
const (
	CauseTimeout   Cause = "timeout"
	CauseInterrupt Cause = "interrupt"
	CauseQuestion  Cause = "question"
)

// watch waits for the process's end, and brings it about when the timeout, a
// question or a context says so.
func watch(ctx, kill context.Context, term pty.Terminal, it Iteration, questions <-chan string, hands *typing) Result {
	var expired <-chan time.Time
	var timer *time.Timer
	limit := it.limit(time.Now())
	if it.Timeout > 0 {
		timer = time.NewTimer(time.Until(limit))
		defer timer.Stop()
		expired = timer.C
	}
	ended := make(chan struct{})
	var res Result
	go func() {
		defer close(ended)
		res.Exit, res.Err = term.Wait(context.Background())
	}()
	told := steps{tell: it.Notice}
	gone := gone(term)
	left := gone
	for alive := true; alive && told.now.Cause == ""; {
		select {
		case <-ended:
			alive = false
		case <-left: // too late for a limit, or for a question
			left, expired, questions = nil, nil, nil
		case <-expired:
			if over(term) { // the end that is there already wins
				expired, questions = nil, nil
				continue
			}
			if more := hands.more(limit, time.Now()); more > 0 {
				timer.Reset(more)
				continue
			}
			told.now.Cause = CauseTimeout
		case kind := <-questions:
			if over(term) {
				expired, questions = nil, nil
				continue
			}
			told.now.Question, told.now.Cause = kind, CauseQuestion
		case <-ctx.Done():
			told.now.Cause = CauseInterrupt
		}
	}
	cause := told.now.Cause
	told.now.Pid = term.Pid()
	if other := abandoned(ctx); other != nil && cause == CauseInterrupt {
		leave(term)
		<-ended
		return Result{Err: other}
	}
	if cause != "" {
		end(kill, term, gone, &told)
		<-ended
	}
	if res, let := refused(res); let {
		return res
	}
	if res.Exit.Killed && cause == "" {
		if !it.Told {
			return Result{Err: errUntold}
		}
		cause = CauseInterrupt
	}
	// An agent that ended by itself in the same moment has its own ending.
	if res.Exit.Killed {
		res.TimedOut, res.Stopped, res.Question = cause == CauseTimeout, cause == CauseInterrupt, told.now.Question
	}
	if res.Exit.Killed && res.Exit.Signal == unix.SIGKILL {
		told.take("sending_sigkill")
	}
	if res.Exit.Unkillable {
		told.take("giving_up")
	}
	res.Duration = res.Exit.EndedAt.Sub(res.Exit.StartedAt)
	if res.Exit.Signal != 0 {
		res.Signal = unix.SignalName(res.Exit.Signal)
	}
	return res
}

// steps tells each step of ending an agent once.
type steps struct {
	tell func(Notice) // may be nil
	now  Notice
}

func (s *steps) take(action string) {
	if s.now.Action == action {
		return
	}
	s.now.Action = action
	if s.tell != nil {
		s.tell(s.now)
	}
}

// end stops the agent and then says so: the word of it must not come before
// the deed, and may be what lets go of an output that its reader holds up.
func end(kill context.Context, term pty.Terminal, gone <-chan struct{}, steps *steps) {
	steps.now.Pid = term.Pid()
	left := over(term)
	select {
	case <-gone:
		left = true
	default:
	}
	if left { // only what the agent has left is being ended
		halt(kill, term)
		return
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		halt(kill, term)
	}()
	steps.take("sending_sigterm")
	<-stopped
}

// halt stops the agent; Wait reports how it went. An agent that this process
// may not act on, because it is itself one of the session, is let go of:
// nobody ends it, so nobody may wait for that.
func halt(kill context.Context, term pty.Terminal) {
	if errors.Is(term.Stop(kill), shim.ErrRefused) {
		leave(term)
	}
}

// refused is the result of an iteration whose agent was let go of for that.
func refused(res Result) (Result, bool) {
	return Result{Err: shim.ErrRefused}, errors.Is(res.Err, shim.ErrReleased)
}

// over reports whether the agent has ended by itself although nobody has been
// told yet, as after a suspension; false where the terminal does not say.
func over(term pty.Terminal) bool {
	t, ok := term.(interface{ Ended() bool })
	return ok && t.Ended()
}

// gone is closed when the agent itself has ended although its output may not
// have been taken yet; nil where the terminal does not say.
func gone(term pty.Terminal) <-chan struct{} {
	if t, ok := term.(interface{ Gone() <-chan struct{} }); ok {
		return t.Gone()
	}
	return nil
}
