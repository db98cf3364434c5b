package orchestrator

import (
	"sync"
	"time"

	"rooda/pty"
	"rooda/session"
)

// blockage follows the questions of an agent that reports what it does, and
// says who has answered. It is safe for concurrent use; close ends it.
type blockage struct {
	tell func(Talk)

	mu      sync.Mutex
	hands   pty.Hands
	since   time.Time // of the open question, zero for none
	pending *time.Timer
	// rereading runs while what was reported to another host is read again, of which only
	// the last counts; last is that.
	rereading *time.Timer
	last      *ProgramStatus
	kind      string
}

// inherit takes up the question with which another host called a person. What the agent
// has reported is about to be read again from the beginning.
func (a *blockage) inherit(asked session.Interaction) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.since, a.kind = asked.Since, asked.Kind
	a.rereading = time.AfterFunc(mending, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.reread()
	})
}

// reread compares the question that was inherited with the last report.
func (a *blockage) reread() {
	if a.rereading == nil {
		return
	}
	a.rereading.Stop()
	a.rereading = nil
	switch {
	case a.last == nil:
	case a.last.State != "blocked":
		a.end()
	default:
		if asks, ok := a.last.talk().(InteractionNeeded); ok && asks.Kind != a.kind {
			a.tell(asks)
		}
	}
}

// people notes who typed.
func (a *blockage) people(h pty.Hands) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hands = h
}

// hear takes a record. An agent at work says so many times a second; only
// the turns matter. The word of who typed may come a moment later.
func (a *blockage) hear(s ProgramStatus) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rereading != nil {
		a.last = &s
		return
	}
	blocked := s.State == "blocked"
	if blocked && (a.since.IsZero() || a.pending != nil) {
		a.resolve()
		a.since = time.Now()
		a.tell(s.talk())
		return
	}
	if blocked || a.since.IsZero() || a.pending != nil {
		return
	}
	if a.hands.Touched.After(a.since) {
		a.end()
		return
	}
	a.pending = time.AfterFunc(lag, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.resolve()
	})
}

// close tells what is still to be told.
func (a *blockage) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reread()
	a.resolve()
}

// resolve ends a question whose answer has been seen already.
func (a *blockage) resolve() {
	if a.pending == nil {
		return
	}
	a.pending.Stop()
	a.pending = nil
	a.end()
}

func (a *blockage) end() {
	by := byAgent
	if a.hands.Touched.After(a.since) && a.hands.By != "" {
		by = a.hands.By
	}
	a.since = time.Time{}
	a.tell(InteractionResolved{By: by})
}
