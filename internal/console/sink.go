package console

import (
	"fmt"
	"io"
	"time"
)

// sink is one stream behind an outlet.
type sink struct {
	outlet  *outlet
	w       io.Writer
	waiting int   // bytes in the queue
	missing int   // bytes that were dropped behind them
	err     error // the first
	excused bool
}

func (s *sink) Write(p []byte) (int, error) {
	w, let := s.enqueue(p)
	if w == nil {
		return len(p), nil
	}
	select {
	case <-w.taken:
		if w.err != nil {
			return 0, w.err
		}
		return len(p), nil
	case <-let:
		return len(p), nil
	}
}

// enqueue returns nil when there is nothing to wait for.
func (s *sink) enqueue(p []byte) (*written, <-chan struct{}) {
	o := s.outlet
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hurried && s.waiting+len(p) > outletLimit {
		s.missing += len(p)
		return nil, nil
	}
	w := &written{to: s, text: append(s.gap(), p...), taken: make(chan struct{})}
	s.waiting += len(w.text)
	o.queue = append(o.queue, w)
	if !o.busy {
		o.busy, o.idle = true, make(chan struct{})
		go o.run()
	}
	return w, o.let
}

// gap is the line in place of what was dropped.
func (s *sink) gap() []byte {
	if s.missing == 0 {
		return nil
	}
	n := s.missing
	s.missing = 0
	return fmt.Appendf(nil, "\n[%d bytes are missing here: they were not read in time]\n", n)
}

// excuse says that the stream's error has been dealt with.
func (s *sink) excuse() {
	s.outlet.mu.Lock()
	defer s.outlet.mu.Unlock()
	s.excused = true
}

// flush waits for the reader, as long as it takes something now and then, and
// returns the stream's error unless that is excused.
func (s *sink) flush() error {
	s.closeGap()
	o := s.outlet
	idle, written, wait := o.standing()
	for idle != nil {
		late := time.NewTimer(wait)
		select {
		case <-idle:
			late.Stop()
			idle = nil
		case <-late.C:
			_, now, _ := o.standing()
			if now == written {
				idle = nil
			}
			written = now
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if s.excused {
		return nil
	}
	return s.err
}

// closeGap says of what was dropped last that it is missing.
func (s *sink) closeGap() {
	s.outlet.mu.Lock()
	missing := s.missing > 0
	s.outlet.mu.Unlock()
	if missing {
		_, _ = s.enqueue(nil)
	}
}
