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
	// rereading holds while what was reported to another host is read again. Of that only what
	// is open at its end counts: last is the last report, and where it asks, the one that began to.
	rereading bool
	last      ProgramStatus
	open      session.Interaction // the question with which that host called a person, if since says so
}

// inherit takes up an agent of another host, and the question with which that one called a person,
// nil for none. What the agent has reported is about to be read again from the beginning, until reread.
func (a *blockage) inherit(asked *session.Interaction) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rereading = true
	if asked != nil {
		a.since, a.open = asked.Since, *asked
	}
}

// reread says that all that was reported to another host has been heard.
func (a *blockage) reread() {
	a.mu.Lock()
	defer a.mu.Unlock()
	asks, open := a.caughtUp()
	if open {
		a.since = time.Now()
		a.tell(asks)
	}
}

// caughtUp ends the rereading, and the question that was inherited, unless it is still open. It returns
// what the agent asks instead, if it does.
func (a *blockage) caughtUp() (asks InteractionNeeded, open bool) {
	if !a.rereading {
		return asks, false
	}
	a.rereading = false
	asks, open = a.last.talk().(InteractionNeeded)
	inherited := !a.since.IsZero()
	switch {
	case inherited && a.last.State == "": // nothing tells
		return asks, false
	case inherited && open && asks.Kind == a.open.Kind && asks.Excerpt == a.open.Excerpt && !a.hands.Touched.After(a.since):
		return asks, false // once somebody has typed the same words may be another question
	case inherited:
		a.end()
	}
	return asks, open
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
	blocked := s.State == "blocked"
	if a.rereading {
		if !blocked || a.last.State != "blocked" {
			a.last = s
		}
		return
	}
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

// close tells what is still to be told. Whether the agent has ended says whether all that it
// reported was heard; nobody is called to it any more.
func (a *blockage) close(ended bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if ended {
		a.caughtUp()
	}
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
