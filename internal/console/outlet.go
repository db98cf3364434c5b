package console

import (
	"io"
	"os"
	"sync"
	"time"
)

const (
	// outletLimit is how much may wait for a reader when writers do not.
	outletLimit = 1 << 20
	// outletPiece is how much is written at once, so that it can be seen
	// whether a reader still takes anything.
	outletPiece = 16 << 10
	// stalled is how long rooda waits at its end for a reader that takes
	// nothing, stalledNow after a signal to end.
	stalled, stalledNow = 5 * time.Second, time.Second
)

// outlet stands between rooda and those who read what it writes, because a
// write to a full pipe or to a terminal stopped by Ctrl-S cannot be called
// off. Writing is left to a goroutine. A Write waits until its text has been
// taken, so that a slow reader misses nothing and holds up whoever writes;
// but not in a hurry, when something has to end: then text waits in a queue,
// and what is too much for it is replaced by a line that says so. Two streams
// to one place keep their order. It is safe for concurrent use.
type outlet struct {
	mu      sync.Mutex
	queue   []*written
	written int           // pieces taken so far
	idle    chan struct{} // closed when the queue has become empty; nil before the first Write
	busy    bool
	hurried bool
	forGood bool
	let     chan struct{} // closed when there is a hurry
}

// written is a text on its way.
type written struct {
	to    *sink
	text  []byte
	taken chan struct{} // closed when that is over
	err   error         // what came of it
}

// newOutlets returns what to write to instead of out and err.
func newOutlets(out, err io.Writer) (*sink, *sink) {
	o := &outlet{let: make(chan struct{})}
	other := o
	if !samePlace(out, err) {
		other = &outlet{let: make(chan struct{})}
	}
	return &sink{outlet: o, w: out}, &sink{outlet: other, w: err}
}

func samePlace(a, b io.Writer) bool {
	f, ok := a.(*os.File)
	g, also := b.(*os.File)
	if !ok || !also {
		return a == b
	}
	one, err := f.Stat()
	if err != nil {
		return false
	}
	two, err := g.Stat()
	return err == nil && os.SameFile(one, two)
}

// run writes until nothing is left to write.
func (o *outlet) run() {
	for w := o.next(); w != nil; w = o.next() {
		var err error
		for text := w.text; len(text) > 0 && err == nil; o.wrote() {
			n := min(len(text), outletPiece)
			_, err = w.to.w.Write(text[:n])
			text = text[n:]
		}
		o.took(w, err)
	}
}

func (o *outlet) next() *written {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) > 0 {
		return o.queue[0]
	}
	o.busy = false
	close(o.idle)
	return nil
}

func (o *outlet) wrote() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written++
}

func (o *outlet) took(w *written, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.queue = o.queue[1:]
	w.to.waiting -= len(w.text)
	w.err = err
	if w.to.err == nil {
		w.to.err = err
	}
	close(w.taken)
}

// hurry lets every writer go at once, until calm, or for good.
func (o *outlet) hurry(forGood bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forGood = o.forGood || forGood
	if !o.hurried {
		o.hurried = true
		close(o.let)
	}
}

func (o *outlet) calm() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hurried && !o.forGood {
		o.hurried, o.let = false, make(chan struct{})
	}
}

// standing says how far the outlet is, and how long to wait for it to get on.
func (o *outlet) standing() (idle <-chan struct{}, written int, wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.forGood {
		return o.idle, o.written, stalledNow
	}
	return o.idle, o.written, stalled
}
