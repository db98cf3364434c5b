package cmd

import "rooda/session"

// iterationsOf is how many iterations of its budget a task has begun. One that was cut short counts although
// the record's number stays with it, since a resume runs it again.
func iterationsOf(t *session.Task) int {
	last := t.LastIteration
	switch {
	case t.Status.UnderWay(),
		t.Status == session.Error && t.Loss != nil,
		t.Outcome == session.Interrupted && last != nil && last.Number == t.Iteration && last.Attempt == t.Attempt:
		return t.Iteration + 1
	}
	return t.Iteration
}
