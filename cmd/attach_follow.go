package cmd

import (
	"context"
	"errors"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// startLimit is how long an agent may need to start once its iteration has begun.
const startLimit = 5 * time.Second

// nextIteration waits until the task's next iteration has an agent; there is
// none when the task is final, or when no rooda drives the session.
func nextIteration(ctx context.Context, s Streams, last agent) (next agent, more bool, err error) {
	sessions, err := newSessions(s)
	if err != nil {
		return agent{}, false, err
	}
	if running, err := sessions.Running(last.id); err != nil || !running {
		return agent{}, false, err
	}
	next = last
	_, err = awaitTask(ctx, s, last, func(t *session.Task) string {
		next.dir = iterationDir(sessions.Dir(last.id), last.task, t)
		if next.dir == last.dir || t.Status == session.Done || t.Status == session.Error {
			return ""
		}
		return "started"
	})
	if errors.Is(err, errEndedBefore) {
		return agent{}, false, nil
	}
	if err != nil {
		return agent{}, false, err
	}
	return next, true, next.awaitStart(ctx)
}

// awaitStart waits until the agent's terminal can be attached to.
func (a agent) awaitStart(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		state, err := shim.Probe(a.dir)
		if err == nil && state != shim.Never && state != shim.Unreachable {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return a.unreachable(shim.ErrNeverStarted)
		}
	}
}
