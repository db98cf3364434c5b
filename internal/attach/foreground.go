package attach

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// ErrBackground says that this process is in the background of its terminal, and that no
// shell is left which could fetch it.
var ErrBackground = errors.New("in the background of the terminal, and no shell is left to change that")

// Ahead waits until this process is in the terminal's foreground: in the background it stops, as
// whoever uses a terminal there does. The error is ErrBackground, or ctx's.
func (t *Terminal) Ahead(ctx context.Context) error {
	if t.foreground() {
		return nil
	}
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	defer signal.Stop(woken)
	t.fetched.Store(true)
	for !t.foreground() {
		if orphaned() {
			return ErrBackground
		}
		if t.foreground() { // looking has taken its time
			break
		}
		stop()
		select {
		case <-woken: // once for each waking: a second stop could come after the next
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Pausing makes the signals stop this process that usually do, until over is called: for between
// two attachments. One that has been caught once does nothing any more.
func (t *Terminal) Pausing() (over func()) {
	caught := places()
	signal.Notify(caught.stops, syscall.SIGTSTP)
	signal.Notify(caught.denied, syscall.SIGTTIN, syscall.SIGTTOU)
	var work sync.WaitGroup
	work.Go(func() {
		for range caught.stops {
			stop()
		}
	})
	work.Go(func() {
		for range caught.denied {
			if !t.fetched.Load() || !t.foreground() {
				stop()
			}
		}
	})
	return func() {
		signal.Stop(caught.stops)
		signal.Stop(caught.denied)
		close(caught.stops) // nothing is sent after Stop has returned
		close(caught.denied)
		work.Wait()
	}
}
