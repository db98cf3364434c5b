package orchestrator

import (
	"sync"
	"time"

	"rooda/pty"
)

// typing knows when a person last typed at a terminal. The zero value is ready.
type typing struct {
	mu   sync.Mutex
	last time.Time
}

func (t *typing) note(h pty.Hands) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = h.Typed
}

// rest is how much longer the clocks stand still because of it.
func (t *typing) rest(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last.IsZero() {
		return 0
	}
	return max(t.last.Add(pondering).Sub(now), 0)
}
