package cmd

import (
	"context"
	"errors"
	"sync"
	"time"

	"rooda/pty/shim"
)

// vigil watches, while somebody waits for an agent, that its terminal answers, and tells
// of each time that it does not.
type vigil struct {
	say    func(format string, args ...any)
	target agent
	first  chan struct{} // closed after the first look

	mu     sync.Mutex
	silent bool
}

func newVigil(s Streams, target agent) *vigil {
	return &vigil{say: s.notef, target: target, first: make(chan struct{})}
}

// answerLook is the pause between two looks at an agent's terminal.
const answerLook = time.Second

// run watches until ctx ends.
func (v *vigil) run(ctx context.Context) {
	pause := time.NewTicker(answerLook)
	defer pause.Stop()
	v.look(ctx)
	close(v.first)
	for {
		select {
		case <-pause.C:
			v.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// look finds out whether the terminal answers that the task's agent has now, which takes 2 s.
func (v *vigil) look(ctx context.Context) {
	a := v.agent()
	if a.dir == "" {
		return
	}
	client := shim.Dial(a.dir)
	defer client.Close()
	_, err := client.Task(ctx)
	if ctx.Err() != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	before := v.silent
	if v.silent = errors.Is(err, shim.ErrSilent); v.silent && !before {
		v.say("warning: %s: %v; %s\n", a, shim.ErrUnreachable, a.afterSilence())
	}
}

// agent is the one that the task has now; its folder is empty while there is none.
func (v *vigil) agent() agent {
	a := v.target
	if a.sessions != nil {
		if record, err := a.sessions.Load(a.id); err == nil {
			a.dir = iterationDir(a.sessions.Dir(a.id), a.task, record.Tasks[a.task])
		}
	}
	return a
}

// found reports whether the terminal did not answer when it was last looked at, and how that is
// mended. Only the first look is waited for.
func (v *vigil) found(ctx context.Context) (hint string, silent bool) {
	select {
	case <-v.first:
	case <-ctx.Done():
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.silent {
		return "", false
	}
	return v.agent().afterSilence(), true
}
