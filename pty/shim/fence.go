package shim

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// epochHeader is how a host says which one it is.
const epochHeader = "Rooda-Epoch"

// LastEpoch is the highest epoch that a host may be of.
const LastEpoch = math.MaxInt32

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

// claimed is the epoch of the host that a request says it is of. Requests without one come from people.
func claimed(h http.Header) (epoch int, host bool, err error) {
	value := h.Get(epochHeader)
	if value == "" {
		return 0, false, nil
	}
	epoch, err = strconv.Atoi(value)
	switch {
	case err != nil:
		err = fmt.Errorf("header %s: %q is no number, or too high", epochHeader, value)
	case epoch > LastEpoch:
		err = fmt.Errorf("header %s: %d is above %d, the last there may be", epochHeader, epoch, LastEpoch)
	}
	return epoch, true, err
}

// check fails with *EpochError when there is a later host than that of an epoch. It changes nothing.
func (f *fence) check(epoch int) error {
	if last := f.current(); epoch < last {
		return &EpochError{epoch, last}
	}
	return nil
}

// succeed makes the host of an epoch the latest. It fails as check does.
func (f *fence) succeed(epoch int) error {
	last := f.raise(epoch)
	switch {
	case epoch < last:
		return &EpochError{epoch, last}
	case epoch > last:
		f.left(last) // whatever that does holds no other request up
	}
	return nil
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

// own counts a stream of the host of an epoch in, if that is the latest: the context ends when a later host
// comes. Where one has come it ends at once; of a host that is later itself, and has not taken over, it is
// not ended from here. The caller calls release at the end of the stream.
func (f *fence) own(ctx context.Context, epoch int) (_ context.Context, release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if epoch != f.epoch {
		ctx, cancel := context.WithCancel(ctx)
		if epoch < f.epoch {
			cancel()
		}
		return ctx, cancel
	}
	f.owners++
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
