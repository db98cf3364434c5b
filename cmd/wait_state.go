package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
	"rooda/session"
	"rooda/workflows"
)

// pastOutput is how much of an agent's earlier output is looked at for what
// it said of itself.
const pastOutput = 8 << 20

// awaitState waits until the agent is idle, or waits for a person, as its
// adapter sees it.
func awaitState(ctx context.Context, s console.Streams, target agent, what string) (string, error) {
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
	w, err := newStateWaiter(ctx, client, target.dir, detector, what)
	if err != nil {
		return "", target.unreachable(err)
	}
	w.hindered = func(state adapters.State) {
		if state.Condition == adapters.Blocked {
			s.Notef("%s: %s; it is not idle before that is answered: rooda attach %[1]s\n", target, waitsForYou(string(state.Kind), state.Excerpt))
		} else {
			s.Notef("%s: %s; whether it is idle cannot be told before that changes: rooda screen %[1]s\n", target, stateWords(state))
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
	return what + " (" + string(state.By) + suffix(": ", console.OneLine(state.Excerpt)) + ")"
}

// signs are what the task's adapter goes by.
func (a agent) signs(s console.Streams) (adapters.Signs, error) {
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
	typed    time.Time      // when somebody has typed last, rooda included, as far as that is known
}

// newStateWaiter shows a watcher what the terminal, of an iteration's folder, has shown so far: what came before
// somebody typed last as before that, so that it is no word on what was typed, and the rest as of when it came.
func newStateWaiter(ctx context.Context, client *shim.Client, dir string, d *adapters.Detector, what string) (*stateWaiter, error) {
	lately, err := pty.ReadLately(filepath.Join(dir, session.OutputIndex))
	picture, err2 := client.Picture(ctx, 0)
	if err2 != nil {
		return nil, err2
	}
	if err != nil || !logged(dir, picture.Offset, lately) {
		lately = pty.Lately{} // then it all counts as of now
	}
	w := &stateWaiter{what: adapters.Idle, output: newSizedOutput(client, picture)}
	if what == "waiting" {
		w.what = adapters.Blocked
	}
	w.screen = vt.New(vt.Options{Cols: picture.Cols, Rows: picture.Rows, Scrollback: -1})
	from := max(picture.Offset-pastOutput, 0)
	at := lately.Printed
	if at.IsZero() {
		at = time.Now()
	}
	if w.typed = lately.Typed; w.typed.IsZero() {
		w.watcher = adapters.NewWatcher(d, w.screen, at)
	} else {
		before, until := w.typed.Add(-beforeTyping), min(lately.TypedAt, picture.Offset)
		w.watcher = adapters.NewWatcher(d, w.screen, before)
		if err := w.output.hear(ctx, from, until, w.as(before)); err != nil {
			return nil, err
		}
		w.watcher.Input(w.typed)
		if from = max(from, until); at.Before(w.typed) {
			at = w.typed
		}
	}
	if err := w.output.hear(ctx, from, picture.Offset, w.as(at)); err != nil {
		return nil, err
	}
	w.show(at, picture)
	return w, nil
}

// logged reports whether the log of an iteration has its output up to an offset, and the index its times: a disk that
// is full ends either.
func logged(dir string, offset int64, lately pty.Lately) bool {
	log, err := os.Stat(filepath.Join(dir, session.OutputLog))
	return err == nil && log.Size() >= offset && !log.ModTime().After(lately.Written.Add(time.Second))
}

// beforeTyping is how long before somebody typed all counts as shown that was: long enough for any rest.
const beforeTyping = time.Minute

// as writes what the terminal showed at a time.
func (w *stateWaiter) as(at time.Time) io.Writer {
	return writerFunc(func(p []byte) { w.watcher.Write(at, p) })
}

// writerFunc takes all that is written to it.
type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// show brings the watcher, which has heard what came before, to a picture.
func (w *stateWaiter) show(at time.Time, p shim.Picture) {
	w.offset = p.Offset
	// The output alone gives the screen only where all of it was there, in one
	// size.
	w.watcher.Write(at, []byte(vt.Afresh+p.Styled+p.Modes))
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
		w.show(time.Now(), picture)
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
		var due time.Time
		if w.said, due = w.so(state, now); w.said != "" {
			stop()
			return nil
		}
		w.hinder(state)
		if next := w.watcher.Next(); !next.IsZero() && (due.IsZero() || next.Before(due)) {
			due = next
		}
		if due.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(due.Sub(now))
		}
		select {
		case p := <-output:
			w.watcher.Write(time.Now(), p)
		case <-w.output.touched:
			w.typed = time.Now()
			w.watcher.Input(w.typed)
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

// so says that it is what is waited for, empty where it is not; due is when it may be although nothing happens.
// An agent that has been typed to since it asked has been answered, until its question has stood for longer than it
// needs to go.
func (w *stateWaiter) so(state adapters.State, now time.Time) (said string, due time.Time) {
	switch {
	case w.what == adapters.Blocked && state.Condition == adapters.Blocked:
		gone := w.typed.Add(orchestrator.Vanish)
		if w.typed.After(w.watcher.View().Asked) && now.Before(gone) {
			return "", gone
		}
		return waitsForYou(string(state.Kind), state.Excerpt), time.Time{}
	case w.what != adapters.Idle:
	case state.Kind == adapters.Failed:
		return console.OneLine(string(state.Condition) + ": its turn ended in an error" + suffix(": ", state.Excerpt)), time.Time{}
	case state.Condition == adapters.Idle:
		return "idle: it has nothing to do and would take input", time.Time{}
	case state.Condition == adapters.Done:
		return "done: its turn is complete, and it would take input", time.Time{}
	}
	return "", time.Time{}
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
