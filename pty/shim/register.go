package shim

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// deedPause is how long somebody must pause for the next key to be a deed
	// of its own, and longestDeed how long one may go on.
	deedPause, longestDeed = time.Second, 30 * time.Second
	// untakenDeeds bounds what waits in memory for a disk that is full, in bytes.
	untakenDeeds = 64 << 10
)

// register keeps an iteration's deeds: here rather than with the host, because
// people come while there is none. A line survives the death of this process; it is
// not synced, because a loss of power takes the agent as well.
type register struct {
	path string
	told func(n int) // gets the number of the last deed on disk

	mu      sync.Mutex
	last    int
	open    *Deed // is still going on
	burst   *Deed // the last that came often, as far as it is known
	opening bool  // open is the first of a burst, and about to be written
	sending *Deed // the same of a send, which is a deed of its own
	settle  *time.Timer
	inside  map[*viewer]Deed // how each who is attached came
	waiting []byte           // what the disk has not taken
	kept    int              // number of the last deed on disk
	closed  bool
}

func newRegister(dir string, told func(int)) *register {
	return &register{path: filepath.Join(dir, DeedsFile), told: told, inside: map[*viewer]Deed{}}
}

// note takes what somebody did. What comes often is put together, and on disk after a pause; but the first key of a
// burst is there at once, since it may be an answer.
func (r *register) note(d Deed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	d.At = time.Now()
	if d.What == Came || d.What == Left {
		r.finish()
		r.write(d)
		return
	}
	burst := r.burst != nil && r.burst.alike(d) && d.At.Sub(r.burst.Last()) < deedPause
	first := !burst && d.What == Typed
	if r.open != nil && burst && d.At.Sub(r.open.At) <= longestDeed {
		r.open.Until, r.open.Bytes, r.open.Times = d.At, r.open.Bytes+d.Bytes, r.open.Times+1
	} else {
		r.finish()
		d.Times = 1
		r.open, r.opening = &d, first
	}
	last := *r.open
	r.burst = &last
	r.due(first)
}

// due has the deed that is going on written at once, where it is the first of a burst, or else when nothing more comes.
func (r *register) due(first bool) {
	pause := deedPause
	switch {
	case first:
		pause = 0
	case r.opening:
		return // what came behind it in that moment goes with it
	case r.settle != nil:
		r.settle.Stop()
	}
	open := r.open
	r.settle = time.AfterFunc(pause, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.open == open && (r.opening || time.Since(open.Last()) >= deedPause) {
			r.finish()
		}
	})
}

// begin takes a send that begins. Only one goes on at a time; more says what of it is typed, and end
// that it is over.
func (r *register) begin(d Deed) *Deed {
	r.mu.Lock()
	defer r.mu.Unlock()
	d.At, d.Times = time.Now(), 1
	r.sending = &d
	return &d
}

func (r *register) more(d *Deed, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d.Bytes += int64(n)
}

func (r *register) end(d *Deed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sending == d {
		r.sent()
	}
}

// sent writes the send that was going on.
func (r *register) sent() {
	r.finish()
	if d := r.sending; d != nil && d.Bytes > 0 {
		if now := time.Now(); now.Sub(d.At) > deedPause {
			d.Until = now
		}
		r.write(*d)
	}
	r.sending = nil
}

func (r *register) enter(v *viewer) {
	came := Deed{By: v.who, What: Came, ReadOnly: v.readOnly}
	r.note(came)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inside[v] = came
}

func (r *register) leave(v *viewer) {
	r.mu.Lock()
	gone, was := r.inside[v]
	delete(r.inside, v)
	r.mu.Unlock()
	if was {
		gone.What = Left
		r.note(gone)
	}
}

// close writes what is left; who is still attached leaves with the agent.
func (r *register) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent()
	for _, d := range r.inside {
		d.What, d.At = Left, time.Now()
		r.write(d)
	}
	r.closed = true
}

// finish writes the deed that was going on.
func (r *register) finish() {
	if r.open == nil {
		return
	}
	r.settle.Stop()
	d := *r.open
	r.open, r.opening = nil, false
	r.write(d)
}

// write appends a deed to the file. What a full disk does not take is tried
// again with the next.
func (r *register) write(d Deed) {
	r.last++
	d.N = r.last
	line, err := json.Marshal(d)
	if err != nil || len(r.waiting)+len(line) > untakenDeeds {
		return
	}
	r.waiting = append(append(r.waiting, line...), '\n')
	file, err := os.OpenFile(r.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return
	}
	n, err := file.Write(r.waiting)
	r.waiting = r.waiting[n:]
	file.Close()
	if err == nil {
		r.kept, r.waiting = r.last, nil
		r.told(r.kept)
	}
}
