package orchestrator

import (
	"context"

	"rooda/adapters"
)

// inquire has the program asked for its version, once, when the agent has shown something
// and that does not tell it: most show it, and to start them twice at once takes seconds.
func (d *driver) inquire(ctx context.Context, s scene) {
	if d.asked || !s.Unsure || s.State.Condition == adapters.Starting {
		return
	}
	d.asked = true
	d.asking.Go(func() { d.eye.answered(d.in.Version(ctx)) })
}

// answered takes what the agent's program says of its version.
func (e *eye) answered(version string, err error) {
	e.mu.Lock()
	e.watcher.Answered(version, err)
	e.mu.Unlock()
	e.poke()
}
