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
	n := Notice{Pid: term.Pid()}
	select {
	case <-ended:
	case <-expired:
		n.Cause = CauseTimeout
	case n.Question = <-questions:
		n.Cause = CauseQuestion
	case <-ctx.Done():
		n.Cause = CauseInterrupt
	}
	if n.Cause != "" {
		end(kill, term, ended, it.Notice, n)
		<-ended
	}
	// An agent that ended by itself in the same moment has its own ending.
	if res.Exit.Killed {
		res.TimedOut, res.Stopped, res.Question = n.Cause == CauseTimeout, n.Cause == CauseInterrupt, n.Question
	}
	if res.Exit.Unkillable && it.Notice != nil {
		n.Action = "giving_up"
		it.Notice(n)
	}
	res.Duration = res.Exit.EndedAt.Sub(res.Exit.StartedAt)
	if res.Exit.Signal != 0 {
		res.Signal = unix.SignalName(res.Exit.Signal)
	}
	return res
}

// end stops the agent and says so step by step.
func end(kill context.Context, term pty.Terminal, ended <-chan struct{}, notice func(Notice), n Notice) {
	say := func(action string) {
		if notice != nil {
			n.Action = action
			notice(n)
		}
	}
	say("sending_sigterm")
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
		say("sending_sigkill")
	case <-kill.Done():
		say("sending_sigkill")
	}
	<-stopped
}
