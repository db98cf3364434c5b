package shim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
)

// Adoption says whose agent is taken over, and by whom.
type Adoption struct {
	// Dir is the iteration's folder, RunDir the folder for sockets.
	Dir, RunDir string
	// Epoch is the new host's, higher than those before it.
	Epoch int
	// Tap gets all output from the beginning, as in pty.Spec; Hands too is as there.
	Tap   io.Writer
	Hands func(pty.Hands)
}

// Adopt takes over the agent of an iteration's folder, whoever started it. It
// signals nothing but a request to a shim to open its socket again. The
// Terminal is a *Terminal: live, or of an agent that has ended, which replays the
// log and returns the recorded exit. A shim that lives and does not answer, because
// it was stopped by a signal say, is taken over for all that, after 2 s: the Terminal
// goes on trying to reach it, see Current. Adopt fails with
//
//	ErrNeverStarted  no agent was started, and no host of an earlier epoch can start it any more
//	ErrLost          the shim is gone without a record; the agent is gone, too
//	ErrUnreachable   nothing answers, and it cannot be told whether the shim lives
//	*EpochError      a later host has it
//	*VersionError    a later rooda started it
func Adopt(ctx context.Context, a Adoption) (pty.Terminal, error) {
	t, err := adopt(ctx, a)
	if err != nil {
		return nil, fmt.Errorf("adopt agent of %s: %w", a.Dir, err)
	}
	return t, nil
}

func adopt(ctx context.Context, a Adoption) (*Terminal, error) {
	var r record
	err := load(a.Dir, ShimFile, &r)
	if missing(err) {
		if err := forestall(ctx, a); err != nil {
			return nil, err
		}
		// It may have heard go just before.
		if err = load(a.Dir, ShimFile, &r); missing(err) {
			return nil, ErrNeverStarted
		}
	}
	if err != nil {
		return nil, err
	}
	var p plan
	if err := load(a.Dir, SpecFile, &p); err != nil {
		return nil, err
	}
	t := newTerminal(place{a.Dir, r.Socket, p.Log, p.Key}, a.Epoch, a.Tap, a.Hands)
	t.shim = r.Process.Pid
	if !recorded(a.Dir) {
		task, err := t.hello(ctx)
		if err != nil && !(errors.Is(err, ErrUnreachable) && t.kept()) {
			t.client.Close()
			return nil, err
		}
		t.pid.Store(int64(task.Pid))
	}
	t.begin()
	return t, nil
}

// hello reaches the shim, for which it may have to open its socket again.
func (t *Terminal) hello(ctx context.Context) (Task, error) {
	begun := time.Now()
	for {
		task, err := t.client.Task(ctx)
		if err == nil && task.State != Never || ctx.Err() != nil {
			return task, err
		}
		if err != nil && !errors.Is(err, ErrUnreachable) {
			return task, err
		}
		switch state := t.look(); {
		case state == Finished:
			return Task{}, nil
		case state == Lost:
			return task, ErrLost
		case state == Never: // it was about to be started, and could not be
			return task, ErrNeverStarted
		case time.Since(begun) > healing:
			return task, ErrUnreachable
		}
		wait := time.NewTimer(healStep)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return task, ctx.Err()
		}
	}
}

// forestall tells a shim that still waits for go that there is a later host.
func forestall(ctx context.Context, a Adoption) error {
	if a.RunDir == "" {
		return nil
	}
	socket, err := localsock.Path(a.RunDir, a.Dir)
	if err != nil {
		return err
	}
	c := Dial(socket)
	defer c.Close()
	c.epoch = a.Epoch
	ctx, cancel := context.WithTimeout(ctx, healing)
	defer cancel()
	var old *EpochError
	if _, err := c.Task(ctx); errors.As(err, &old) {
		return err
	}
	return nil
}

// Claim is Probe for a host that is about to act on the answer: where it is
// Never, no host of an earlier epoch can start that agent any more.
func Claim(ctx context.Context, a Adoption) (State, error) {
	state, err := Probe(ctx, a.Dir)
	if err != nil || state != Never {
		return state, err
	}
	if err := forestall(ctx, a); err != nil {
		return "", fmt.Errorf("claim %s: %w", a.Dir, err)
	}
	return Probe(ctx, a.Dir) // it may have heard go just before
}
