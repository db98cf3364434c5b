package cmd

import "sync"

// hangup is what becomes of a host whose terminal goes away: the run goes on,
// and what it has to say goes to a file. A dropped connection ends nothing.
type hangup struct {
	log  string
	fds  []int // those that are the terminal
	once sync.Once
	gone chan struct{} // closed when it has happened
}

func newHangup(s Streams, log string) *hangup {
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
	h.once.Do(func() {
		_ = redirect(h.log, h.fds...) // nobody is left to be told
		close(h.gone)
	})
}

// left are the streams as they are now: without a terminal, which colours and
// bells are for, when that is gone.
func (h *hangup) left(s Streams) Streams {
	select {
	case <-h.gone:
		s.OutTerminal, s.ErrTerminal = false, false
	default:
	}
	return s
}
