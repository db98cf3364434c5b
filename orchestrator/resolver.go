package orchestrator

import (
	"time"

	"rooda/pty/shim"
)

// lag is how much later than what it led to a key may be heard of.
const lag = 100 * time.Millisecond

// hearsay is until when to wait for the word of who made a question go away:
// what the agent shows and who typed come by two ways.
func (q *obstacle) hearsay(s scene, now time.Time) time.Time {
	if !q.open() || q.state.Kind == inputLacking || q.resolver(s) != byAgent {
		return time.Time{}
	}
	if q.gone.IsZero() {
		q.gone = now
	}
	return q.gone.Add(lag)
}

// byAgent is who resolved a question that went away by itself.
const byAgent = "agent"

// byPolicy is who resolved one that policy has answered.
const byPolicy = "handler"

// resolver says who made a question go away.
func (q *obstacle) resolver(s scene) string {
	switch {
	case !q.answered.IsZero():
		return byPolicy
	case q.given != nil && !s.touched.After(q.given.At):
		return q.given.By
	case s.touched.After(q.asked()) && s.who != "":
		return s.who
	case s.typed.After(q.asked()):
		return shim.Human
	}
	return byAgent
}
