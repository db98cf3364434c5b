package cmd

import (
	"context"
	"errors"
	"syscall"

	"rooda/internal/attach"
)

// signals takes the signals that have to do with the terminal, until back is called, which returns what
// attach.Signals does. From then on those that stop a process do so again, until unpausing.
func (a *attaching) signals() (signals attach.Caught, back func() syscall.Signal) {
	signals, stop := attach.Signals()
	a.unpausing()
	resume := a.s.Quits.Yield()
	return signals, func() syscall.Signal {
		a.pausing = a.terminal.Pausing()
		late := stop()
		resume()
		return late
	}
}

// unpausing ends what signals left to be done.
func (a *attaching) unpausing() {
	if a.pausing != nil {
		a.pausing()
		a.pausing = nil
	}
}

// ahead waits for the terminal's foreground.
func (a *attaching) ahead(ctx context.Context) error {
	err := a.terminal.Ahead(ctx)
	if errors.Is(err, attach.ErrBackground) {
		return codedError{hintf(err, "attach from the shell's foreground, without &"), exitUsage}
	}
	return err
}
