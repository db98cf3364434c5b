package orchestrator

import (
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
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

// resolver says who made the question go away that is open as an iteration ends.
func (x *WorkflowExecutor) resolver(k plan.Key, res Result) string {
	ended := res.Exit.EndedAt
	if ended.IsZero() {
		ended = time.Now()
	}
	return endingResolver(session.IterationDir(x.store.Dir(), k.Task, k.Iteration, k.Attempt), x.record.Tasks[k.Task], x.away, ended)
}

// endingResolver is of an iteration in its folder, which has ended at a time: it is who has typed since the question
// was asked, so shortly before the end that nobody could see what came of it, or while the host that could was away.
func endingResolver(dir string, t *session.Task, away func(time.Time) bool, ended time.Time) string {
	counts := func(at time.Time) bool { return away(at) || !ended.After(at.Add(Vanish)) }
	if d := lastTyped(dir, 0, t.Interaction.Since); d != nil && counts(d.Last()) {
		return d.By
	}
	if a := givenAnswer(dir, t); a != nil && a.Fingerprint == t.Interaction.Fingerprint && counts(a.At) {
		return a.By
	}
	return endedByExit
}
