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
	// TimedOut says that the iteration timeout is the cause, not an interrupt.
	TimedOut bool
	Pid      int
}

// watch waits for the process's end, and brings it about when the timeout or
// a context says so.
func watch(ctx, kill context.Context, term pty.Terminal, it Iteration) Result {
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
	var timedOut, stopped bool
	select {
	case <-ended:
	case <-expired:
		timedOut = true
	case <-ctx.Done():
		stopped = true
	}
	if timedOut || stopped {
		end(kill, term, ended, it.Notice, timedOut)
		<-ended
	}
	// An agent that ended by itself in the same moment has its own ending.
	res.TimedOut, res.Stopped = timedOut && res.Exit.Killed, stopped && res.Exit.Killed
	if res.Exit.Unkillable && it.Notice != nil {
		it.Notice(Notice{"giving_up", timedOut, term.Pid()})
	}
	res.Duration = res.Exit.EndedAt.Sub(res.Exit.StartedAt)
	if res.Exit.Signal != 0 {
		res.Signal = unix.SignalName(res.Exit.Signal)
	}
	return res
}

// end stops the agent and says so step by step.
func end(kill context.Context, term pty.Terminal, ended <-chan struct{}, notice func(Notice), timedOut bool) {
	if notice == nil {
		notice = func(Notice) {}
	}
	notice(Notice{"sending_sigterm", timedOut, term.Pid()})
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
		notice(Notice{"sending_sigkill", timedOut, term.Pid()})
	case <-kill.Done():
		notice(Notice{"sending_sigkill", timedOut, term.Pid()})
	}
	<-stopped
}
