package cmd

import (
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// last is the newest of what is known of a task. What was found of its agent, zero where a host
// tells of that, is newer than a question that nobody asks any more, and than how another iteration ended.
func last(t *session.Task, f found, now time.Time) string {
	iteration := t.LastIteration
	switch {
	case f.State == string(shim.Lost) && endedByStop(t):
		return "stopped by " + t.Stopped.By + " at " + dayTime(t.Stopped.At, now)
	case f.State == string(shim.Lost) && !orchestrator.IsLost(t):
		return "lost, nothing done about it yet"
	case f.State == foundEnded && f.ended.IsZero():
		return "ended, not judged yet"
	case f.State == foundEnded:
		return fmt.Sprintf("ended at %s, not judged yet", dayTime(f.ended, now))
	case f.State == foundUnstarted && t.Interaction != nil:
		return ""
	case t.Leaving():
		return whyLeaving(t)
	case t.Interaction != nil && f.TypedBy != "":
		return "perhaps answered by " + f.TypedBy
	case t.Interaction != nil:
		return waitsSince(*t.Interaction, now)
	case t.Reason != "":
		return t.Reason
	case t.Loss != nil:
		return lossOf(t, now)
	case iteration != nil && iteration.Promise != "":
		return "promised " + iteration.Promise
	case iteration != nil && iteration.Outcome == "continue":
		return "no promise"
	case iteration != nil && t.Status.UnderWay():
		return iteration.Outcome + " before"
	case iteration != nil:
		return iteration.Outcome
	}
	return ""
}
