package attach

import (
	"context"
	"errors"
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
	woken := places()
	signal.Notify(woken.wakes, syscall.SIGCONT)
	defer signal.Stop(woken.wakes)
	_, err := t.ahead(ctx, woken)
	return err
}

// ahead is Ahead of one who has caught signals; nothing happens to who has none. end is the one that ends this
// process meanwhile, 0 for none.
func (t *Terminal) ahead(ctx context.Context, from Caught) (end syscall.Signal, err error) {
	for from != (Caught{}) && !t.foreground() {
		gone, stopped := t.linger(from)
		if gone {
			return 0, ErrBackground
		}
		if !stopped && len(from.ends) == 0 {
			continue
		}
		select { // once for each waking: a second stop could come after the next
		case <-from.wakes:
		case s := <-from.ends:
			return s.(syscall.Signal), nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return 0, nil
}

// linger stops a process of the background; stopped says that it did, and that somebody has let it
// go on. It is gone where nobody can fetch it from there, which is as if the terminal were gone. One
// that is to end does not stop.
func (t *Terminal) linger(from Caught) (gone, stopped bool) {
	if orphaned() {
		return true, false
	}
	if t.foreground() || len(from.ends) > 0 { // looking has taken its time
		return false, false
	}
	stop()
	return false, true
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
			if !t.foreground() { // else it is told late, see heeded
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
