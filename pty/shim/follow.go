package shim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
)

// follow feeds the tap until the agent's end, and finds out what that was.
func (t *Terminal) follow() {
	defer close(t.done)
	defer t.over.set()
	ctx, cancel := t.released.context()
	defer cancel()
	defer context.AfterFunc(t.killed, cancel)()
	out := &counter{w: deaf{t.tap}, skips: true, taken: &t.taken}
	t.err = t.copy(ctx, out)
	switch {
	case t.released.isSet():
		t.err = ErrReleased
	case t.err != nil && t.killed.Err() != nil: // somebody may still listen in its place
		t.err = t.lose(out)
	case t.err == nil:
		t.exit, t.unwritten, t.err = t.learn(ctx)
	}
	if errors.Is(t.err, ErrLost) {
		localsock.Clear(t.place.socket) // unless somebody listens there
	}
}

// learn is how the agent ended, from disk, or from the shim where it cannot be read there; unwritten says
// that no disk has taken it.
func (t *Terminal) learn(ctx context.Context) (exit pty.Exit, unwritten bool, err error) {
	var e Exit
	if err = load(t.place.dir, ExitFile, &e); err == nil {
		return e.Terminal(), false, nil
	}
	task, failed := t.client.Task(ctx)
	if failed != nil || task.Exit == nil {
		return pty.Exit{}, false, fmt.Errorf("learn how the agent ended: %w", err)
	}
	return task.Exit.Terminal(), task.Unwritten != nil, nil
}

// copy writes output to out until the agent's end (nil). A connection that breaks is
// made again, however long a shim that lives may take; when that is impossible, what is in
// the log is all there is.
func (t *Terminal) copy(ctx context.Context, out *counter) error {
	var since time.Time // when the shim was last known to answer
	for {
		before, begun := out.next, time.Now()
		err := t.meet(ctx)
		if err == nil {
			err = t.client.stream(ctx, out)
		}
		var old *EpochError
		switch {
		case err == nil, ctx.Err() != nil, errors.As(err, &old), errors.Is(err, pty.ErrGap), out.err != nil:
			return err
		}
		if out.next > before || since.IsZero() || time.Since(begun) > healing && !errors.Is(err, ErrSilent) {
			since = time.Now()
		}
		pause := healStep
		switch state := t.look(); {
		case state == Finished && !errors.Is(err, ErrUnreachable): // it may hold what the log does not
		case state == Finished:
			_, err := copyLog(t.place.log, out.next, out)
			return err
		case state == Lost, state == Never:
			return t.lose(out)
		case time.Since(since) > healing && !t.kept():
			return fmt.Errorf("%w: %w", ErrUnreachable, err)
		case time.Since(since) > healing:
			pause = thawStep
		}
		wait := time.NewTimer(pause)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return ctx.Err()
		}
	}
}

// lose writes what is in the log of an agent that is lost, and says so. A shim that was killed before it had
// opened the log has left none.
func (t *Terminal) lose(out *counter) error {
	_, err := copyLog(t.place.log, out.next, out)
	if err == nil || missing(err) && out.next == 0 {
		return ErrLost
	}
	return errors.Join(ErrLost, err)
}

// meet learns the agent's process, which a shim that did not answer when it was adopted
// has still to tell.
func (t *Terminal) meet(ctx context.Context) error {
	if t.pid.Load() != 0 || recorded(t.place.dir) {
		return nil
	}
	task, err := t.client.Task(ctx)
	if err == nil {
		t.pid.Store(int64(task.Pid))
	}
	return err
}

// kept reports whether the shim that is recorded lives, so that it may answer yet.
func (t *Terminal) kept() bool {
	_, alive := Keeper(t.place.dir)
	return alive
}

// Current reports whether the shim answers, and the Tap has got all of the output that it
// had read by then. It takes 2 s at most. While a shim is stopped its agent works on, unseen,
// so what the Tap has got so far says nothing of how the agent is.
func (t *Terminal) Current(ctx context.Context) bool {
	task, err := t.client.Task(ctx)
	return err == nil && t.taken.Load() >= task.Offset
}

// Answers reports whether the shim answers. It takes 2 s at most.
func (t *Terminal) Answers(ctx context.Context) bool {
	_, err := t.client.Task(ctx)
	return err == nil
}

// Ask returns nil when the shim answers, ErrSilent when something listens in its place and does
// not, and another error when nobody listens. It takes 2 s at most, and leaves no connection:
// who asks now and then would keep one for good, and its buffers.
func (t *Terminal) Ask(ctx context.Context) error {
	defer t.client.Close()
	_, err := t.client.Task(ctx)
	return err
}

// Heard returns when the shim last gave a sign of life without being asked: it does so
// every Pulse, the shims of before when something changes. Zero is never.
func (t *Terminal) Heard() time.Time {
	if at := t.heard.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// look finds out what is left of a shim that does not answer, and asks it to
// open its socket again.
func (t *Terminal) look() State {
	if recorded(t.place.dir) {
		return Finished
	}
	var r record
	err := load(t.place.dir, ShimFile, &r)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Never
	case err != nil: // nobody can tell
		return Unreachable
	case r.Process.alive():
		syscall.Kill(r.Process.Pid, syscall.SIGUSR1)
	case recorded(t.place.dir): // written since we looked
		return Finished
	case !answers(r.Socket):
		return Lost
	}
	return Unreachable
}

// counter is a writer that knows the offset it has got to.
type counter struct {
	w     io.Writer
	next  int64
	err   error
	skips bool          // goes on behind output that is missing
	taken *atomic.Int64 // is told of next; may be nil
}

// at is told that what comes is from an offset on.
func (c *counter) at(next int64) {
	c.next = next
	if c.taken != nil {
		c.taken.Store(next)
	}
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.at(c.next + int64(n))
	c.err = err
	return n, err
}

// deaf hears no complaints: an agent does not suffer from a tap that fails.
type deaf struct{ w io.Writer }

func (d deaf) Write(p []byte) (int, error) {
	d.w.Write(p)
	return len(p), nil
}
