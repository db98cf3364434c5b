package cmd

import (
	"context"
	"errors"
	"sync"
	"time"

	"rooda/pty/shim"
)

// vigil watches, while somebody waits for an agent, that its terminal answers, and tells
// once that it does not.
type vigil struct {
	s      Streams
	target agent

	mu   sync.Mutex
	told bool
}

// run watches until ctx ends.
func (v *vigil) run(ctx context.Context) {
	look := time.NewTicker(answerLook)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			v.silent(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// answerLook is the pause between two looks at an agent's terminal.
const answerLook = time.Second

// silent reports whether the terminal of the agent that the task has now does not answer,
// which takes 2 s, and how that is mended.
func (v *vigil) silent(ctx context.Context) (hint string, silent bool) {
	a := v.target
	if a.sessions != nil {
		if record, err := a.sessions.Load(a.id); err == nil {
			a.dir = iterationDir(a.sessions.Dir(a.id), a.task, record.Tasks[a.task])
		}
	}
	if a.dir == "" {
		return "", false
	}
	client := shim.Dial(a.dir)
	defer client.Close()
	if _, err := client.Task(ctx); !errors.Is(err, shim.ErrSilent) {
		return "", false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.told {
		v.told = true
		v.s.notef("warning: %s: %v; %s\n", a, shim.ErrUnreachable, a.afterSilence())
	}
	return a.afterSilence(), true
}
