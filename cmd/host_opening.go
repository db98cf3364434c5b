package cmd

import (
	"context"
	"sync"

	"rooda/orchestrator"
)

// opening is what a host in the background does first: it says that the session runs and of which
// agents that it takes over the terminals do not answer. Finding that out takes up to 2 s, in
// which the run goes on.
type opening struct {
	work sync.WaitGroup
	err  error // of the announcement; read it after work
}

// openHost parts from the streams of whoever detached this process, and begins to announce on the
// descriptor ready. In the foreground, where that is 0, it does nothing: the run's own events tell.
func openHost(ctx context.Context, run *orchestrator.Run, ready int) (*opening, error) {
	o := &opening{}
	if ready <= 0 {
		return o, nil
	}
	if err := redirect(run.HostLog(), 1, 2); err != nil {
		return nil, err
	}
	unheard := silentAtFirst(ctx, run)
	o.work.Go(func() {
		o.err = announce(ready, detached{Session: run.Record().ID, Log: run.HostLog(), Silent: <-unheard})
	})
	return o, nil
}
