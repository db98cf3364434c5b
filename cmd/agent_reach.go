package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rooda/internal/api"
	"rooda/pty/shim"
)

// dial returns a client of the agent's terminal.
func (a agent) dial() (*shim.Client, error) {
	if a.dir == "" {
		return nil, a.notYet()
	}
	return shim.Dial(a.dir), nil
}

// notYet says that the agent has not been started yet.
func (a agent) notYet() error {
	err := fmt.Errorf("%s has not been started yet", a)
	if !a.hosted() {
		return codedError{hintf(err, "nobody drives its session; rooda session resume %s", shortID(a.id)), exitUnreachable}
	}
	sign := "text:." // one that runs headless may never ask
	if a.interactive() {
		sign = "waiting"
	}
	return codedError{hintf(err, "rooda wait %s --for %s", a, sign), exitUnreachable}
}

// unreachable gives an error of an agent's terminal its exit code and says what
// to do.
func (a agent) unreachable(err error) error {
	switch {
	case errors.Is(err, shim.ErrNeverStarted) && a.hosted(): // it is about to
		return a.notYet()
	case errors.Is(err, shim.ErrNeverStarted):
		err = hintf(fmt.Errorf("%s: %w", a, err), "rooda session show %s", shortID(a.id))
	case errors.Is(err, shim.ErrRefused):
		err = hintf(fmt.Errorf("%s: %w", a, shim.ErrRefused), "%s", api.Permission(a.record.Workflow.Definition, a.task))
		return codedError{err, exitFailure}
	case errors.Is(err, shim.ErrNoPolicies):
		err = hintf(fmt.Errorf("%s: %w", a, shim.ErrNoPolicies), "leave --size-policy out")
		return codedError{err, exitFailure}
	case errors.Is(err, shim.ErrSilent):
		err = hintf(fmt.Errorf("%s: %w", a, shim.ErrUnreachable), "%s", a.afterSilence())
	case errors.Is(err, shim.ErrLost):
		err = hintf(fmt.Errorf("%s: %w", a, shim.ErrLost), "%s", a.afterLoss())
	default:
		if a.lost() {
			return a.unreachable(shim.ErrLost)
		}
		if ended, ok := a.ended(); ok {
			err = hintf(fmt.Errorf("%s: %w at %s", a, shim.ErrFinished, ended.Local().Format(time.DateTime)), "rooda logs %s shows what it printed", a)
			return codedError{err, exitUnreachable}
		}
		var known hinter
		advised := errors.As(err, &known)
		if err = fmt.Errorf("%s: %w", a, err); !advised {
			err = hintf(err, "rooda session show %s says how it is", shortID(a.id))
		}
	}
	return codedError{err, exitUnreachable}
}

// probe finds out what has become of the agent, for the words on what failed: also when that was
// cut short, so it takes 2 s at most.
func (a agent) probe() (shim.State, error) { return shim.Probe(context.Background(), a.dir) }

// ended says when the agent ended, if it has.
func (a agent) ended() (time.Time, bool) {
	if state, err := a.probe(); err != nil || state != shim.Finished {
		return time.Time{}, false
	}
	info, err := os.Stat(filepath.Join(a.dir, shim.ExitFile))
	if err != nil {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// lost says whether the agent went down with what kept its terminal. A
// process that is killed closes its connections a moment before it is gone.
func (a agent) lost() bool {
	const looks, pause = 10, 30 * time.Millisecond
	again := time.NewTicker(pause)
	defer again.Stop()
	for range looks {
		state, err := a.probe()
		if err != nil || state == shim.Lost || state == shim.Finished {
			return err == nil && state == shim.Lost
		}
		<-again.C
	}
	return false
}
