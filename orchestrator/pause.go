package orchestrator

import (
	"slices"
	"time"

	"rooda/session"
)

// SessionPaused says that the host stood still from From to To, stopped by Ctrl-Z or by a signal, say: nobody drove the
// session then, whose agents worked on. It is told when the host goes on, before all that it hears of then. From is
// when it was last awake for certain, up to session.Beat too early.
type SessionPaused struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Type is the name in the journal; it never changes.
func (SessionPaused) Type() string { return "session_paused" }

// pauseLimit is how long a host that beats may have waited before it must have stood still.
const pauseLimit = 2 * session.Beat

// woke is what the journal tells of a wait that was longer than it can be, by a clock that goes on meanwhile and
// that nobody sets. A machine that sleeps stops that clock, and the agents, too.
func (x *WorkflowExecutor) woke(from, to time.Time) []Event {
	if to.Sub(from) < pauseLimit {
		return nil
	}
	p := SessionPaused{From: from, To: to}
	x.paused = append(x.paused, p)
	return with(Event{}, p)
}

// away reports whether no host, or none that was awake, drove the session at a time.
func (x *WorkflowExecutor) away(at time.Time) bool {
	return at.Before(x.begun) || slices.ContainsFunc(x.paused, func(p SessionPaused) bool { return at.After(p.From) && at.Before(p.To) })
}
