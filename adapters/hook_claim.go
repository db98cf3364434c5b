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
// another since: agents also say that they rest when a turn has come to nothing.
func (w *Watcher) keeps(before, claim Claim) bool {
	rests := claim.Condition == Idle || claim.Condition == Done
	return before.fruitless() && rests && claim.Kind == "" && !before.Since.Before(w.evidence.Input)
}

// fruitless reports whether a claim says that a turn has come to nothing: it
// failed, or somebody has to sign in first.
func (c Claim) fruitless() bool { return c.Kind == Failed || c.Kind == Auth }
