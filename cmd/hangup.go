package cmd

import (
	"sync"

	"rooda/internal/console"
)

// hangup is what becomes of a host whose terminal goes away: the run goes on,
// and what it has to say goes to a file. A dropped connection ends nothing.
type hangup struct {
	log  string
	fds  []int         // those that are the terminal
	gone chan struct{} // closed when it has happened

	mu       sync.Mutex
	painting bool // somebody paints on the terminal, what must not get into the log
}

func newHangup(s console.Streams, log string) *hangup {
	h := &hangup{log: log, gone: make(chan struct{})}
	if s.OutTerminal {
		h.fds = append(h.fds, 1)
	}
	if s.ErrTerminal {
		h.fds = append(h.fds, 2)
	}
	return h
}

// happen may be called from any goroutine, and again.
func (h *hangup) happen() {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.gone:
		return
	default:
	}
	close(h.gone)
	if !h.painting {
		h.redirect()
	}
}

// paint says that the terminal is painted on from here on; rest ends that.
func (h *hangup) paint() (rest func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.gone:
		return func() {}
	default:
	}
	h.painting = true
	return sync.OnceFunc(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.painting = false
		select {
		case <-h.gone:
			h.redirect()
		default:
		}
	})
}

func (h *hangup) redirect() { _ = redirect(h.log, h.fds...) } // nobody is left to be told

// left are the streams as they are now: without a terminal, which colours and
// bells are for, when that is gone.
func (h *hangup) left(s console.Streams) console.Streams {
	select {
	case <-h.gone:
		s.OutTerminal, s.ErrTerminal = false, false
	default:
	}
	return s
}
