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
	signal.Notify(c, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT)
	for _, s := range deadly {
		signal.Notify(c, s)
	}
	return c, func() { signal.Stop(c) }
}

// relay passes signals on. A terminal that does not read must not delay the
// end.
func (c *client) relay(ctx context.Context) {
	for {
		select {
		case s := <-c.options.Signals:
			if ends(s) {
				c.terminal.hurry(hurry)
			}
			select {
			case c.signals <- s.(syscall.Signal):
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func ends(s os.Signal) bool {
	return s != syscall.SIGWINCH && s != syscall.SIGTSTP && s != syscall.SIGCONT
}

// signal acts on a signal. It returns true when it is the end.
func (c *client) signal(s syscall.Signal) bool {
	switch s {
	case syscall.SIGWINCH:
		if !c.asleep {
			c.windowed()
		}
	case syscall.SIGTSTP:
		c.leave()
		c.terminal.patient()
		c.asleep = true
		// Only this process: whoever else is in its group has been stopped by
		// the one who sent the signal.
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case syscall.SIGCONT:
		c.asleep = false
		c.again()
		c.notify()
	}
	return ends(s)
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
