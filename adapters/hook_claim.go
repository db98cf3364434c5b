package adapters

import "time"

// Hook notes an event of the agent's own. at is when it was read; what it
// claims counts from when it happened.
func (w *Watcher) Hook(at time.Time, h Hook) {
	w.run(at)
	since := at
	if !h.Time.IsZero() && h.Time.Before(at) {
		since = h.Time
	}
	before := &w.evidence.Hook
	if h.Condition == "" || since.Before(before.Since) {
		return
	}
	claim := Claim{Source: ByHook, Condition: h.Condition, Kind: h.Kind, Excerpt: h.Excerpt, Since: since, Seen: at}
	if w.keeps(*before, claim) {
		return
	}
	*before = claim
	w.decide(at)
}

// keeps reports whether a claim stands although the same source has made
// another since: agents also say that they rest when a turn has failed.
func (w *Watcher) keeps(before, claim Claim) bool {
	rests := claim.Condition == Idle || claim.Condition == Done
	return before.Kind == Failed && rests && claim.Kind == "" && !before.Since.Before(w.evidence.Input)
}

// undoes reports whether what another source claims counts for more than an event: it is newer, and not the rest in
// which the turn has ended that failed, or that nobody was signed in for.
func (e *Evidence) undoes(c, event Claim) bool {
	if c.Condition == Idle || c.Condition == Done {
		switch event.Kind {
		case Failed:
			return false
		case Auth:
			return e.Told.After(event.Seen)
		}
	}
	return c.Condition != "" && c.Since.After(event.Since)
}
