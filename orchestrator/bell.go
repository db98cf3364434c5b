package orchestrator

import "sync"

// bell is heard by all who listen when it is rung. The zero value is ready, and it may be
// used by several goroutines.
type bell struct {
	mu   sync.Mutex
	rung chan struct{}
}

// next returns what is closed at the next ring.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung == nil {
		b.rung = make(chan struct{})
	}
	return b.rung
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}
