package orchestrator

import (
	"sync"

	"rooda/session"
)

// Now is a run as it is at one moment.
type Now struct {
	// Record is the last checkpoint, also when the disk did not take it,
	// without its outbox.
	Record session.Record
	// Unsaved says why the disk did not take it, empty when it did.
	Unsaved string
	// Journaled is the number of the last event that is in the journal.
	Journaled uint64
	// Moved is closed when there is something newer.
	Moved <-chan struct{}
}

// standing lets everybody see where a run is; only its executor writes.
type standing struct {
	mu    sync.Mutex
	now   Now
	moved chan struct{}
}

func newStanding(record session.Record) *standing {
	s := &standing{moved: make(chan struct{})}
	s.now.Journaled = record.LastSeq
	s.show(record)
	return s
}

// show replaces the record. Its tasks are never changed in place.
func (s *standing) show(record session.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	record.Outbox = nil
	s.now.Record = record
	s.move()
}

// journaled says that the journal has got so far.
func (s *standing) journaled(seq uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Journaled = seq
	s.move()
}

// unsaved says why a checkpoint is not on disk, nil when it is.
func (s *standing) unsaved(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Unsaved = ""
	if err != nil {
		s.now.Unsaved = err.Error()
	}
	s.move()
}

func (s *standing) move() {
	close(s.moved)
	s.moved = make(chan struct{})
	s.now.Moved = s.moved
}

// Now returns where the run is. It may be called from any goroutine, before,
// during and after Execute.
func (r *Run) Now() Now {
	s := r.executor.standing
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Over is closed when Execute has ended: nothing more will be journaled.
func (r *Run) Over() <-chan struct{} { return r.executor.over }
