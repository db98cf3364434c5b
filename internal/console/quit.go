package console

import (
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// Quits takes SIGQUIT for a whole command line. Ctrl-\ is the key that people
// learn here for leaving an agent, and they press it where it leaves nothing, too:
// there it ends rooda as Ctrl-C does, without the runtime's report of a crash.
type Quits struct {
	c     chan os.Signal
	taken atomic.Int32 // by how many the signal is taken otherwise
}

// NewQuits takes the signal from now on, unless a shell ignores it for a
// command in the background. code is what rooda ends with. The caller calls End.
func NewQuits(s Streams, code int) *Quits {
	q := &Quits{c: make(chan os.Signal, 1)}
	if signal.Ignored(os.Interrupt) {
		signal.Ignore(syscall.SIGQUIT)
		return q
	}
	signal.Notify(q.c, syscall.SIGQUIT)
	go func() {
		for range q.c {
			if q.taken.Load() == 0 {
				if _, talk := s.Direct(); s.ErrTerminal {
					io.WriteString(talk, "\n") // the terminal has shown the key
				}
				os.Exit(code)
			}
		}
	}()
	return q
}

// Yield leaves the signal to the caller, who takes it already, until back is called.
// It may be called on nil.
func (q *Quits) Yield() (back func()) {
	if q == nil {
		return func() {}
	}
	q.taken.Add(1)
	return func() { q.taken.Add(-1) }
}

// End gives the signal back.
func (q *Quits) End() {
	signal.Stop(q.c)
	close(q.c) // nothing is sent after Stop has returned
}
