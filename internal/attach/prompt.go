package attach

import (
	"context"
	"fmt"
	"os"
	"sync"
	"syscall"
)

// Key waits for one key and returns its first byte; the rest of what it sent is dropped. ask says
// what the key is for, here and whenever the process is back in the foreground. signals are those
// of Signals; end is the one that ends this process, SIGHUP where the terminal is gone, 0 for
// none. The terminal is as before when Key returns.
func (t *Terminal) Key(ctx context.Context, signals <-chan os.Signal, ask func()) (key byte, end syscall.Signal, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer func() {
		cancel()
		if t.wakeful {
			t.interrupt(hurry)
			work.Wait()
			t.patient()
		}
	}()
	passed := make(chan syscall.Signal)
	work.Go(func() { t.relay(ctx, signals, passed) }) // first, see there
	if err := t.Raw(); err != nil {
		return 0, 0, err
	}
	defer t.Restore()
	ask()
	keys := make(chan []byte, 1)
	work.Go(func() {
		buf := make([]byte, 256)
		n, _ := t.in.Read(buf) // an error is the terminal's end
		keys <- buf[:n]
	})
	for {
		select {
		case typed := <-keys:
			if len(typed) == 0 {
				return 0, syscall.SIGHUP, nil
			}
			return typed[0], 0, nil
		case s := <-passed:
			if end, err := t.prompted(s, ask); end != 0 || err != nil {
				return 0, end, err
			}
		case <-ctx.Done():
			return 0, 0, fmt.Errorf("wait for key: %w", ctx.Err())
		}
	}
}

// prompted acts on a signal while a key is awaited. It returns the one that is the end, 0 for none.
func (t *Terminal) prompted(s syscall.Signal, ask func()) (end syscall.Signal, err error) {
	switch {
	case pauses(s):
		t.Restore()
		t.patient()
		stop()
	case s == syscall.SIGCONT && t.foreground():
		if err := t.Raw(); err != nil {
			return 0, err
		}
		ask()
	case ends(s):
		return s, nil
	}
	return 0, nil
}
