package shim

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// epochHeader is how a host says which one it is.
const epochHeader = "Rooda-Epoch"

// fence lets in the latest host only.
type fence struct {
	mu     sync.Mutex
	epoch  int
	raised *event    // when a later host comes
	left   func(int) // is told the epoch of a host that has gone
	owners int       // streams of the host that are open
	owned  time.Time // when the last one was closed
}

func newFence(epoch int) *fence {
	return &fence{epoch: epoch, raised: newEvent(), left: func(int) {}, owned: time.Now()}
}

func (f *fence) current() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.epoch
}

// admit takes note of a request's epoch. It fails with *EpochError when there
// is a later host. Requests without an epoch come from people and are let in.
func (f *fence) admit(h http.Header) (host bool, err error) {
	value := h.Get(epochHeader)
	if value == "" {
		return false, nil
	}
	epoch, err := strconv.Atoi(value)
	if err != nil {
		return false, fmt.Errorf("header %s: %q is no number", epochHeader, value)
	}
	last := f.raise(epoch)
	switch {
	case epoch < last:
		return true, &EpochError{epoch, last}
	case epoch > last:
		f.left(last) // whatever that does holds no other request up
	}
	return true, nil
}

// raise takes note of an epoch, and returns the latest before.
func (f *fence) raise(epoch int) (last int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	last = f.epoch
	if epoch > last {
		f.epoch = epoch
		f.raised.set()
		f.raised = newEvent()
	}
	return last
}

// begin lets the host of an epoch record something, unless there is a later
// one. A later host that comes meanwhile is let in when it is recorded.
func (f *fence) begin(epoch int, record func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.epoch > epoch {
		return &EpochError{epoch, f.epoch}
	}
	return record()
}

// own counts a stream of the host in. The context ends when a later host
// comes. The caller calls release at the end of the stream.
func (f *fence) own(ctx context.Context) (_ context.Context, release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.owners++
	epoch := f.epoch
	ctx, cancel := f.raised.bind(ctx)
	return ctx, func() {
		cancel()
		f.mu.Lock()
		f.owned = time.Now()
		f.owners--
		gone := f.owners == 0
		f.mu.Unlock()
		if gone {
			f.left(epoch)
		}
	}
}

// unowned returns since when no host has had a stream open.
func (f *fence) unowned() (since time.Time, unowned bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.owned, f.owners == 0
}
