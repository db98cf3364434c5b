package attach

import (
	"context"
	"fmt"
	"sync"
	"syscall"
)

// suspend is Ctrl-Z.
const suspend = 0x1a

// Key waits for one key and returns its first byte; the rest of what it sent is dropped. Ctrl-Z
// is none: it stops the process. question is shown: what the key is for, here and whenever the process is back
// in the foreground. signals are those of Signals; end is the one that ends this process, SIGHUP
// where the terminal is gone, 0 for none. The terminal is as before when Key returns.
func (t *Terminal) Key(ctx context.Context, signals Caught, question func() string) (key byte, end syscall.Signal, err error) {
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
	t.write([]byte(question()))
	keys, on := make(chan byte, 1), make(chan struct{})
	work.Go(func() { t.strikes(ctx, keys, on) })
	held := false
	goOn := func() {
		if held {
			held = false
			select {
			case on <- struct{}{}:
			case <-ctx.Done():
			}
		}
	}
	for {
		select {
		case key, more := <-keys:
			switch {
			case !more:
				return 0, syscall.SIGHUP, nil
			case key != suspend:
				return key, 0, nil
			}
			if held = true; orphaned() {
				goOn()
				continue
			}
			syscall.Kill(0, syscall.SIGTSTP) // as a terminal does that is not raw; it comes back here
		case s := <-passed:
			if end, err := t.prompted(s, question); end != 0 || err != nil {
				return 0, end, err
			}
			if s == syscall.SIGCONT {
				goOn()
			}
		case <-ctx.Done():
			return 0, 0, fmt.Errorf("wait for key: %w", ctx.Err())
		}
	}
}

// strikes reads keys until one is not Ctrl-Z, and closes keys at the terminal's end. What is typed after Ctrl-Z is
// the shell's, however soon it comes, so nothing is read from there until on says so.
func (t *Terminal) strikes(ctx context.Context, keys chan<- byte, on <-chan struct{}) {
	defer close(keys)
	buf := make([]byte, 256)
	for {
		n, err := t.in.Read(buf)
		if err != nil || n == 0 {
			return
		}
		select {
		case keys <- buf[0]:
		case <-ctx.Done():
			return
		}
		if buf[0] != suspend {
			return
		}
		select {
		case <-on:
		case <-ctx.Done():
			return
		}
	}
}

// prompted acts on a signal while a key is awaited. It returns the one that is the end, 0 for none.
func (t *Terminal) prompted(s syscall.Signal, question func() string) (end syscall.Signal, err error) {
	switch {
	case s == syscall.SIGTSTP:
		t.Restore()
		t.patient()
		stop()
	case s == syscall.SIGCONT && t.foreground():
		if err := t.Raw(); err != nil {
			return 0, err
		}
		t.write([]byte(question()))
	case ends(s):
		return s, nil
	}
	return 0, nil
}
