package cmd

import (
	"context"
	"errors"
	"time"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/session"
)

// startLimit is how long an agent may need to start once its iteration has begun.
const startLimit = 5 * time.Second

// nextIteration waits until the task's next iteration, or the next attempt at this
// one, has an agent, or has had one. There is none when the task is final; it fails when
// nobody drives the session.
func nextIteration(ctx context.Context, s console.Streams, last agent) (next agent, more bool, err error) {
	sessions, err := newSessions(s)
	if err != nil {
		return agent{}, false, err
	}
	next = last
	unwatch := watchHost(s, sessions, last.id, last.String()).begin(ctx)
	defer unwatch()
	_, err = awaitTask(ctx, s, last, func(t *session.Task) string {
		next.dir = iterationDir(sessions.Dir(last.id), last.task, t)
		if next.dir == last.dir {
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
	next.awaitStart(ctx)
	return next, true, nil
}

// awaitStart waits until the agent's terminal can be attached to, not for
// ever: whoever wants something of it then hears what is wrong.
func (a agent) awaitStart(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for !a.started(ctx) {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// started says whether there is an agent, or was. Its terminal is there a
// moment earlier.
func (a agent) started(ctx context.Context) bool {
	client := shim.Dial(a.dir)
	defer client.Close()
	task, err := client.Task(ctx)
	if err == nil {
		return task.State != shim.Never
	}
	if errors.Is(err, shim.ErrSilent) {
		return true
	}
	state, err := shim.Probe(ctx, a.dir)
	return err == nil && (state == shim.Lost || state == shim.Finished)
}

// begun returns the agent once it has been started. It waits for that where
// a rooda is at work that may start it, as long as ctx lasts.
func (a agent) begun(ctx context.Context, s console.Streams) (agent, error) {
	lost := ""
	switch {
	case a.dir == "" || !a.started(ctx):
	case a.startsAgain():
		lost = a.dir
	default:
		return a, nil
	}
	sessions, err := newSessions(s)
	if err != nil {
		return a, err
	}
	if running, err := sessions.Running(a.id); err != nil || !running {
		return a, err
	}
	_, err = awaitTask(ctx, s, a, func(t *session.Task) string {
		if a.dir = iterationDir(sessions.Dir(a.id), a.task, t); a.dir == "" || a.dir == lost {
			return ""
		}
		return "started"
	})
	if errors.Is(err, errEndedBefore) {
		return a, nil
	}
	if err != nil {
		return a, err
	}
	a.awaitStart(ctx)
	return a, nil
}
