package cmd

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// halt is a wish for an end: a signal, or what somebody asks for through the
// run's socket, perhaps at once.
type halt struct {
	signal os.Signal // nil for a wish
	who    string    // whose wish it is
	kill   bool
}

// cause says whose wish it is. Ctrl-C at this process's terminal cannot be told from a SIGINT while it is there.
func (h halt) cause() orchestrator.StoppedBy {
	switch {
	case h.signal == nil:
		return orchestrator.StoppedBy(h.who)
	case h.signal == os.Interrupt && foreground():
		return "Ctrl-C"
	}
	return orchestrator.StoppedBy(signalName(h.signal))
}

// interrupts returns a context that ends with the first SIGINT, SIGTERM,
// SIGHUP or SIGQUIT, with that as its cause, and one that ends with the second: the first asks agents to stop,
// the second kills them. notify hears of both before, so it must not wait for anything. A closed pipe must not end a
// run that nobody watches, so SIGPIPE is taken, too; agents do not inherit that.
// A signal that was ignored when rooda started (nohup, a shell's background) stays so.
// With a hangup, SIGHUP is no reason to stop: hangup is called instead, and so it is for a SIGTERM that was a
// shell's farewell to stops, which is nil where nobody can suspend this process. With a quit,
// the same holds for a SIGQUIT before a signal has stopped anything, if quit returns true. Wishes,
// which may be nil, count as the first signal, or to kill as the second. quits leaves
// SIGQUIT to it.
func interrupts(parent context.Context, quits *console.Quits, hangup func(), stops *suspension, quit func() bool, wishes <-chan halt, notify func(h halt, again bool)) (ctx, kill context.Context, release func()) {
	ctx, stop := context.WithCancelCause(parent)
	kill, killAll := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, unignored()...)
	quits.Yield() // for good: what is left to be said must be
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	done, ended := make(chan struct{}), make(chan struct{})
	orders := make(chan halt) // that were none of a shell
	go func() {
		var doubts sync.WaitGroup
		defer close(ended)
		defer doubts.Wait()
		for again, signalled := false, false; ; {
			var h halt
			select {
			case <-done:
				return
			case h = <-wishes:
			case h = <-orders:
				h.kill = again
			case sig := <-signals:
				h = halt{signal: sig, kill: again}
				if sig == syscall.SIGTERM && hangup != nil && stops.wakes() {
					doubts.Go(func() {
						if stops.deserted(done) {
							hangup()
							return
						}
						select {
						case orders <- h:
						case <-done:
						}
					})
					continue
				}
			}
			switch {
			case h.signal == syscall.SIGHUP && hangup != nil:
				hangup()
				continue
			case h.signal == syscall.SIGQUIT && quit != nil && !signalled && quit():
				continue
			case again && !h.kill: // it has been wished for before
				continue
			}
			notify(h, again || h.kill)
			stop(h.cause())
			if h.kill {
				killAll()
			}
			again, signalled = true, signalled || h.signal != nil
		}
	}()
	return ctx, kill, func() {
		// What is left to be said may take a while; another signal must not turn
		// the exit code into its own.
		signal.Notify(make(chan os.Signal, 1), unignored()...)
		signal.Stop(signals)
		signal.Stop(pipes)
		close(done)
		<-ended
		stop(nil)
		killAll()
	}
}

// unignored are the signals to take. A shell ignores SIGQUIT for a command in
// the background together with SIGINT, which alone can still be seen here.
func unignored() []os.Signal {
	take := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		take = append(take, syscall.SIGHUP)
	}
	if signal.Ignored(os.Interrupt) {
		signal.Ignore(syscall.SIGQUIT)
		return take
	}
	return append(take, os.Interrupt, syscall.SIGQUIT)
}

// signalName is the name of a signal as errors and logs use it, SIGINT say.
func signalName(s os.Signal) string {
	if n, ok := s.(syscall.Signal); ok {
		return unix.SignalName(n)
	}
	return s.String()
}

// askedBy says who wants an end, when it is not whoever sits at the terminal.
func askedBy(h halt) string {
	switch {
	case h.signal == nil && strings.HasPrefix(h.who, "agent:"):
		return ", asked by " + h.who
	case h.signal == nil:
		return ", asked through its socket (rooda session stop)"
	case h.signal == os.Interrupt:
		return ""
	}
	return ", asked by " + signalName(h.signal)
}
