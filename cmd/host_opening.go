package cmd

import (
	"context"
	"sync"

	"golang.org/x/sys/unix"

	"rooda/orchestrator"
)

// opening is what a host says first: of which agents that it takes over the terminals do not
// answer and, in the background, that the session runs. Finding that out takes up to 2 s, in which
// the run goes on.
type opening struct {
	audible chan struct{} // closed when there is nobody to be told before the viewers speak
	work    sync.WaitGroup
	err     error // of the announcement; read it after work
}

// openHost begins to tell by say, and announces on the descriptor ready, if that is above 0. In
// the foreground the run's own events tell it.
func openHost(ctx context.Context, run *orchestrator.Run, ready int, say func(string)) *opening {
	o := &opening{audible: make(chan struct{})}
	if ready <= 0 {
		close(o.audible)
		return o
	}
	unheard := silentAtFirst(ctx, run)
	unix.CloseOnExec(ready) // whoever waits there must not wait for an agent
	o.work.Go(func() {
		defer close(o.audible)
		tellEach(say, <-unheard) // nobody reads what is said after the announcement
		o.err = announce(ready, run.Record().ID, run.HostLog())
	})
	return o
}

func tellEach(say func(string), lines []string) {
	for _, line := range lines {
		say(line)
	}
}
