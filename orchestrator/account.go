package orchestrator

import (
	"time"

	"rooda/adapters"
)

// explained is how many decisions are kept.
const explained = 256

// account is the last decisions about an agent, each with what policy did then.
type account struct {
	rows   []Explanation
	number int            // of the last decision, see adapters.Evaluation
	before int            // how often it was made before the last row of it
	state  adapters.State // that it came to
	news   bool           // there is another row, or a word of policy
}

// take adds decisions, of which the first may be that of the last row again, and what is done about
// the question that stands there now.
func (a *account) take(decisions []adapters.Evaluation, q *obstacle, now time.Time) {
	for _, e := range decisions {
		if e.Number == a.number {
			a.again(e)
			continue
		}
		policy := ""
		if len(a.rows) > 0 && e.State.Condition == adapters.Blocked && e.State.Same(a.state) {
			policy = a.rows[len(a.rows)-1].Policy
		}
		a.number, a.before, a.state = e.Number, 0, e.State
		a.add(explanation(e, policy))
	}
	if len(a.rows) == 0 || q.word == "" || a.state.Condition != adapters.Blocked || subject(q.state) != subject(a.state) {
		return
	}
	row := &a.rows[len(a.rows)-1]
	switch {
	case row.Policy == q.word:
		return
	case row.Policy == "" && now.Sub(row.Time) < lag: // the end of the question before was told first
		row.Policy, a.news = q.word, true
	default:
		next := *row
		a.before += max(1, row.Times)
		next.Time, next.Last, next.Times, next.Policy = now, time.Time{}, 0, q.word
		a.add(next)
	}
}

// again counts a decision that was made once more.
func (a *account) again(e adapters.Evaluation) {
	row := &a.rows[len(a.rows)-1]
	if times := e.Times - a.before; times > max(1, row.Times) {
		row.Last, row.Times = e.Last, times
	}
}

func (a *account) add(x Explanation) {
	if len(a.rows) == explained {
		a.rows = append(a.rows[:0], a.rows[1:]...)
	}
	a.rows, a.news = append(a.rows, x), true
}

// subject is what tells one question from another.
func subject(s adapters.State) string {
	if s.Dialog != nil {
		return s.Dialog.Fingerprint
	}
	return string(s.Condition) + " " + string(s.Kind)
}

func explanation(e adapters.Evaluation, policy string) Explanation {
	x := Explanation{Time: e.At, State: e.State.Condition, Kind: e.State.Kind, By: e.State.By, Excerpt: e.State.Excerpt, Policy: policy}
	if e.Times > 1 {
		x.Last, x.Times = e.Last, e.Times
	}
	for _, c := range e.Claims {
		x.Claims = append(x.Claims, ExplainedClaim{c.Source, c.Condition, c.Kind, c.Excerpt, c.Since})
	}
	return x
}
