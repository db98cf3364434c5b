package cmd

import (
	"context"
	"errors"
	"time"

	"rooda/adapters"
	"rooda/pty/shim"
	"rooda/pty/vt"
	"rooda/workflows"
)

// pastOutput is how much of an agent's earlier output is looked at for what
// it said of itself.
const pastOutput = 8 << 20

// awaitState waits until the agent is idle, or waits for a person, as its
// adapter sees it.
func awaitState(ctx context.Context, s Streams, target agent, what string) (string, error) {
	signs, err := target.signs(s)
	if err != nil {
		return "", err
	}
	detector, err := adapters.NewDetector(signs)
	if err != nil {
		return "", err
	}
	client, err := target.dial()
	if err != nil {
		return "", err
	}
	defer client.Close()
	w, err := newStateWaiter(ctx, client, detector, what)
	if err != nil {
		return "", target.unreachable(err)
	}
	w.hindered = func(state adapters.State) {
		if state.Condition == adapters.Blocked {
			s.notef("%s: %s; it is not idle before that is answered: rooda attach %[1]s\n", target, waitsForYou(string(state.Kind), state.Excerpt))
		} else {
			s.notef("%s: %s; whether it is idle cannot be told before that changes: rooda screen %[1]s\n", target, stateWords(state))
		}
	}
	err = w.run(ctx)
	switch {
	case err == nil:
		return w.said, nil
	case ctx.Err() != nil:
		return "", stateError{w.watcher.State(), err}
	case errors.Is(err, errEndedBefore):
		return "", err
	}
	return "", target.unreachable(err)
}

// stateError is an end of waiting for another state than the agent's.
type stateError struct {
	state adapters.State
	error
}

func (e stateError) Unwrap() error { return e.error }

// stateWords says what an agent was taken for, and by what: working (title: Building).
func stateWords(state adapters.State) string {
	what := string(state.Condition)
	if state.Kind != "" && state.Condition == adapters.Unknown {
		what = string(state.Kind)
	}
	return what + " (" + string(state.By) + suffix(": ", oneLine(state.Excerpt)) + ")"
}

// signs are what the task's adapter goes by.
func (a agent) signs(s Streams) (adapters.Signs, error) {
	cfg, err := loadConfig(s, "", a.record.Workdir)
	if err != nil {
		return adapters.Signs{}, err
	}
	name := "generic"
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == a.task && t.Adapter != "" && a.record.Rehearsal == "" {
			name = t.Adapter
		}
	})
	return cfg.Registry().Signs(name)
}

// stateWaiter watches one terminal.
type stateWaiter struct {
	watcher *adapters.Watcher
	screen  *vt.Screen
	output  *sizedOutput
	what    adapters.Condition
	offset  int64
	said    string
	// hindered is told once of each state that somebody has to look after where idle is waited for.
	hindered func(adapters.State)
	told     adapters.State // what it was told last
}

// newStateWaiter shows a watcher what the terminal has shown so far.
func newStateWaiter(ctx context.Context, client *shim.Client, d *adapters.Detector, what string) (*stateWaiter, error) {
	picture, err := client.Picture(ctx, 0)
	if err != nil {
		return nil, err
	}
	w := &stateWaiter{what: adapters.Idle, output: newSizedOutput(client, picture)}
	if what == "waiting" {
		w.what = adapters.Blocked
	}
	w.screen = vt.New(vt.Options{Cols: picture.Cols, Rows: picture.Rows, Scrollback: -1})
	w.watcher = adapters.NewWatcher(d, w.screen, time.Now())
	if err := w.output.hear(ctx, max(picture.Offset-pastOutput, 0), picture.Offset, w); err != nil {
		return nil, err
	}
	w.show(picture)
	return w, nil
}

// show brings the watcher, which has heard what came before, to a picture.
func (w *stateWaiter) show(p shim.Picture) {
	w.offset = p.Offset
	// The output alone gives the screen only where all of it was there, in one
	// size.
	w.watcher.Write(time.Now(), []byte(vt.Afresh+p.Styled+p.Modes))
}

func (w *stateWaiter) Write(p []byte) (int, error) {
	w.watcher.Write(time.Now(), p)
	return len(p), nil
}

// run waits until it is so; errEndedBefore at the agent's end.
func (w *stateWaiter) run(ctx context.Context) error {
	for {
		err := w.watch(ctx)
		if !errors.Is(err, errResized) {
			return err
		}
		picture, err := w.output.renew(ctx, w.offset, w)
		if err != nil {
			return err
		}
		w.watcher.Resize(time.Now(), picture.Cols, picture.Rows)
		w.show(picture)
	}
}

// watch is run while the terminal has one size, then errResized.
func (w *stateWaiter) watch(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	output, ended := make(chan []byte), make(chan error, 1)
	go func() {
		next, err := w.output.follow(ctx, w.offset, sender{ctx, output})
		w.offset = next
		ended <- err
	}()
	stop := func() { cancel(); <-ended }
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		now := time.Now()
		w.watcher.Advance(now)
		state := w.watcher.State()
		if state.Condition == w.what || state.Condition == adapters.Done && w.what == adapters.Idle { // at rest both
			w.said = oneLine(string(state.Condition) + suffix(": ", state.Excerpt))
			if w.what == adapters.Blocked {
				w.said = waitsForYou(string(state.Kind), state.Excerpt)
			}
			stop()
			return nil
		}
		w.hinder(state)
		if next := w.watcher.Next(); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(next.Sub(now))
		}
		select {
		case p := <-output:
			w.watcher.Write(time.Now(), p)
		case err := <-ended:
			cancel()
			if err == nil {
				err = errEndedBefore
			}
			return err
		case <-timer.C:
		case <-ctx.Done():
			stop()
			return ctx.Err()
		}
	}
}

// hinder tells of a state in which only somebody who looks can bring rest about.
func (w *stateWaiter) hinder(state adapters.State) {
	hinders := state.Condition == adapters.Blocked || state.Condition == adapters.Unknown
	if hinders && w.what == adapters.Idle && (!state.Same(w.told) || state.Excerpt != w.told.Excerpt) {
		w.hindered(state)
	}
	w.told = state
}

// sender passes what is written to it on.
type sender struct {
	ctx context.Context
	to  chan<- []byte
}

func (s sender) Write(p []byte) (int, error) {
	select {
	case s.to <- append([]byte{}, p...):
		return len(p), nil
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
