package shim

import (
	"context"
	"errors"
	"syscall"
	"time"

	"rooda/pty"
)

const (
	// heed is how long a shim that was told may take beyond the agent's grace, and
	// after a kill, before it is asked again.
	heed = 4 * time.Second
	// heedUnheard is the same of one that did not answer when it was told.
	heedUnheard = time.Second
	// obstinate is how long one that answers may take to kill its agent.
	obstinate = 20 * time.Second
)

// Stop ends the agent; see pty.Terminal. A shim that does not answer, or that
// does not do it, is killed, and its agent with it (ErrLost): so it returns
// within seconds, whatever the shim does. It fails when the shim refuses, or
// cannot be killed either.
func (t *Terminal) Stop(ctx context.Context) error {
	heard, err := t.tell(false)
	if err != nil {
		return err
	}
	patience := pty.DefaultGrace
	if heard {
		patience += heed
	}
	if t.ends(ctx, patience) {
		return nil
	}
	return t.finish()
}

// finish has the agent killed by its shim, or with it.
func (t *Terminal) finish() error {
	for begun := time.Now(); time.Since(begun) < obstinate; {
		heard, err := t.tell(true)
		if err != nil {
			return err
		}
		patience := heed
		if !heard {
			patience = heedUnheard
		}
		if t.ends(context.Background(), patience) {
			return nil
		}
		if !heard {
			break
		}
	}
	if err := Kill(t.place.dir); err != nil {
		return err
	}
	if !t.ends(context.Background(), heedUnheard) {
		t.cut()
		<-t.done // what is read now is a file
	}
	return nil
}

// ends waits for the agent's end, as long as ctx and patience last.
func (t *Terminal) ends(ctx context.Context, patience time.Duration) bool {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-t.done:
		return true
	case <-ctx.Done():
	case <-late.C:
	}
	return false
}

// tell has the shim stop its agent, by a signal where it does not answer; heard
// says that it knows, as far as one can tell.
func (t *Terminal) tell(kill bool) (heard bool, err error) {
	select {
	case <-t.done:
		return true, nil
	default:
	}
	err = t.explain(context.Background(), t.client.Stop(context.Background(), kill))
	switch {
	case err == nil, errors.Is(err, pty.ErrExited):
		return true, nil
	case errors.Is(err, ErrUnreachable):
		return t.signalShim(kill) && !errors.Is(err, ErrSilent), nil
	}
	return false, err
}

// signalShim tells a shim to stop its agent whose socket does not answer, and
// reports whether there is such a shim. One of an earlier rooda ignores the
// signal that kills.
func (t *Terminal) signalShim(kill bool) bool {
	var r record
	if load(t.place.dir, ShimFile, &r) != nil || !r.Process.alive() {
		return false
	}
	sig := syscall.SIGTERM
	if kill {
		sig = syscall.SIGQUIT
	}
	return syscall.Kill(r.Process.Pid, sig) == nil
}
