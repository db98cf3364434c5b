package shim

import (
	"sync"
	"time"
)

// keepPatience is how long a host that has typed the beginning of a piece may take for what
// follows. After that it has gone, or others have waited for long enough.
const keepPatience = time.Second

// pieces is the feature of shims that keep the turn between the parts of a piece.
const pieces = "more"

// kept is the turn of a host that goes on typing, between two of its requests. The zero value
// keeps none; it is safe for concurrent use.
type kept struct {
	mu    sync.Mutex
	epoch string
	late  *time.Timer // nil for none
}

// keep holds the turn for the host of an epoch, which the caller has, and lets go of it by
// release when nothing follows.
func (k *kept) keep(epoch string, release func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.epoch = epoch
	var late *time.Timer
	late = time.AfterFunc(keepPatience, func() {
		k.mu.Lock()
		mine := k.late == late
		if mine {
			k.late = nil
		}
		k.mu.Unlock()
		if mine {
			release()
		}
	})
	k.late = late
}

// resume gives the turn back to the host that it was kept for. ok is false where there is none.
func (k *kept) resume(epoch string) (ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.late == nil || k.epoch != epoch {
		return false
	}
	k.late.Stop() // one that has run finds another
	k.late = nil
	return true
}
