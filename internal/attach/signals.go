package attach

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the signals that an attached terminal has to do with, and
// what stops them.
func Signals() (signals <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 8)
	signal.Notify(c, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU, syscall.SIGCONT)
	for _, s := range deadly {
		signal.Notify(c, s)
	}
	return c, func() { signal.Stop(c) }
}

// relay passes signals on. A terminal that does not read must not delay the
// end. In the background a call on the terminal does nothing but send such a signal, again and
// again, until the process has stopped, so the loop may be unable to see to it.
func (c *client) relay(ctx context.Context) {
	var waiting []syscall.Signal
	for {
		var to chan<- syscall.Signal
		var next syscall.Signal
		if len(waiting) > 0 {
			to, next = c.signals, waiting[0]
		}
		select {
		case s := <-c.options.Signals:
			if ends(s) {
				c.terminal.hurry(hurry)
			}
			if (s == syscall.SIGTTIN || s == syscall.SIGTTOU) && !c.terminal.foreground() {
				stop() // another has the terminal, which is not ours to put right
				continue
			}
			waiting = append(waiting, s.(syscall.Signal))
		case to <- next:
			waiting = waiting[1:]
		case <-ctx.Done():
			return
		}
	}
}

// stop stops only this process: whoever else is in its group has been stopped by the one who
// sent the signal. A signal that has been caught once does not do it any more.
func stop() { syscall.Kill(os.Getpid(), syscall.SIGSTOP) }

func ends(s os.Signal) bool {
	return s != syscall.SIGWINCH && s != syscall.SIGCONT && !pauses(s)
}

// pauses reports whether a signal stops a process.
func pauses(s os.Signal) bool {
	return s == syscall.SIGTSTP || s == syscall.SIGTTIN || s == syscall.SIGTTOU
}

// signal acts on a signal. It returns true when it is the end.
func (c *client) signal(s syscall.Signal) bool {
	switch {
	case s == syscall.SIGWINCH:
		if !c.asleep {
			c.windowed()
		}
	case pauses(s):
		c.leave()
		c.terminal.patient()
		c.asleep = true
		stop()
	case s == syscall.SIGCONT:
		if c.asleep = !c.terminal.foreground(); c.asleep {
			stop() // once for each waking: a second could come after the next
			break
		}
		c.again()
		c.notify()
	}
	return ends(s)
}

// ahead waits until this process is in the terminal's foreground. It returns the signal that ends
// it meanwhile, 0 for none.
func (c *client) ahead(ctx context.Context) syscall.Signal {
	for c.options.Signals != nil && !c.terminal.foreground() {
		stop()
		for woken := false; !woken; {
			select {
			case s := <-c.signals:
				if ends(s) {
					return s
				}
				woken = s == syscall.SIGCONT
			case <-ctx.Done():
				return 0
			}
		}
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
