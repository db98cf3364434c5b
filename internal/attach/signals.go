package attach

import (
	"context"
	"os"
	"slices"
	"syscall"
)

// relay passes signals on, and leaves one that ends this process and was not taken any more in its place. A
// terminal that does not read must not delay the end. In the background a call on the terminal does nothing but send such a signal, again and
// again, until the process has stopped, so the loop may be unable to see to it: here alone a process
// stops that is in the background already, since of two stops one could come after the waking.
func (t *Terminal) relay(ctx context.Context, from Caught, signals chan<- syscall.Signal) {
	var waiting []syscall.Signal
	defer func() {
		if at := slices.IndexFunc(waiting, func(s syscall.Signal) bool { return ends(s) }); at >= 0 {
			select {
			case from.ends <- waiting[at]:
			default: // another one has come
			}
		}
	}()
	for {
		var to chan<- syscall.Signal
		var next syscall.Signal
		if len(waiting) > 0 {
			to, next = signals, waiting[0]
		}
		var got os.Signal
		select {
		case got = <-from.ends:
		case got = <-from.stops:
		case got = <-from.wakes:
		case got = <-from.sizes:
		case got = <-from.refused():
		case to <- next:
			waiting = waiting[1:]
			continue
		case <-ctx.Done():
			return
		}
		if s := t.heeded(got.(syscall.Signal), from); s != 0 {
			waiting = append(waiting, s)
		}
	}
}

// heeded does what cannot wait, and returns what is left to be done of the signal, 0 for nothing.
func (t *Terminal) heeded(s syscall.Signal, from Caught) (left syscall.Signal) {
	if ends(s) {
		t.hurry(hurry)
	}
	denied := s == syscall.SIGTTIN || s == syscall.SIGTTOU
	if (denied || s == syscall.SIGCONT) && !t.foreground() {
		switch gone, stopped := t.linger(from); {
		case gone:
			return syscall.SIGHUP
		case denied || stopped: // whoever fetches a stopped process sends another SIGCONT
			return 0
		}
	} else if denied {
		return 0 // of the background, told late: a shell has fetched this process meanwhile
	}
	return s
}

func ends(s os.Signal) bool {
	switch s {
	case syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU:
		return false
	}
	return true
}

// signal acts on a signal. It returns the one that is the end, 0 for none.
func (c *client) signal(s syscall.Signal) (end syscall.Signal) {
	switch {
	case s == syscall.SIGWINCH:
		if !c.asleep {
			c.windowed()
		}
	case s == syscall.SIGTSTP:
		c.leave()
		c.terminal.patient()
		c.asleep = true
		stop()
	case s == syscall.SIGCONT:
		if c.asleep = !c.terminal.foreground(); c.asleep {
			break
		}
		c.again()
		c.notify()
	case ends(s):
		return s
	}
	return 0
}

// again takes the terminal once more, which a shell may have had.
func (c *client) again() {
	c.terminal.Raw() // if it is gone, we hear of that otherwise
	c.display.fresh = true
	if size, err := c.terminal.Size(); err == nil && size != c.display.window {
		c.windowed()
		return
	}
	c.show(c.display.windowed(c.display.window))
}
