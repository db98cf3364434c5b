package orchestrator

import (
	"context"
	"time"

	"golang.org/x/sys/unix"

	"rooda/pty"
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
func watch(ctx, kill context.Context, term pty.Terminal, it Iteration, questions <-chan string) Result {
	var expired <-chan time.Time
	if it.Timeout > 0 {
		timer := time.NewTimer(it.Timeout)
		defer timer.Stop()
		expired = timer.C
	}
	ended := make(chan struct{})
	var res Result
	go func() {
		defer close(ended)
		res.Exit, res.Err = term.Wait(context.Background())
	}()
	told := steps{tell: it.Notice, now: Notice{Pid: term.Pid()}}
	select {
	case <-ended:
	case <-expired:
		told.now.Cause = CauseTimeout
	case told.now.Question = <-questions:
		told.now.Cause = CauseQuestion
	case <-ctx.Done():
		told.now.Cause = CauseInterrupt
	}
	cause := told.now.Cause
	if cause != "" {
		end(kill, term, ended, &told)
		<-ended
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

// end stops the agent and says so step by step. An agent that dies of KILL
// may be gone before this hears of the grace's end; watch sees that.
func end(kill context.Context, term pty.Terminal, ended <-chan struct{}, steps *steps) {
	steps.take("sending_sigterm")
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = term.Stop(kill) // Wait reports how it went
	}()
	grace := time.NewTimer(pty.DefaultGrace)
	defer grace.Stop()
	select {
	case <-ended:
	case <-grace.C:
		steps.take("sending_sigkill")
	case <-kill.Done():
		steps.take("sending_sigkill")
	}
	<-stopped
}
