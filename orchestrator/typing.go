package orchestrator

import (
	"sync"
	"time"

	"rooda/pty"
)

// typing counts how long people's hands at a terminal held its clocks up: from each key
// on for as long as somebody may ponder the next. The zero value is ready, and it may be
// used by several goroutines.
type typing struct {
	mu   sync.Mutex
	last time.Time     // key
	held time.Duration // by all keys, the last one's time to the end included
}

func (t *typing) note(h pty.Hands) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !h.Typed.After(t.last) {
		return
	}
	t.held += min(h.Typed.Sub(t.last), pondering)
	t.last = h.Typed
}

// more is how long after now a limit ends because of the hands: nobody is timed out under
// them, nor deprived of the time that they took. It is not above 0 when it has ended.
func (t *typing) more(limit, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if rest := t.last.Add(pondering).Sub(now); rest > 0 {
		return rest
	}
	return limit.Add(t.held).Sub(now)
}
