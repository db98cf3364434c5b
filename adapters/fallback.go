package adapters

import "time"

// screen is the fallback: what the text says, and when it moved.
func (q *inquiry) screen() (State, bool) {
	if !q.uses(ByScreen) {
		return State{}, false
	}
	e := &q.e
	moved := later(later(e.Changed, e.Input), e.Started)
	composer := q.holds(e.Composer, Idle)
	if composer && q.insists() {
		return q.rest(State{})
	}
	beneath := !composer && q.beneath()
	if e.Busy.Condition != "" && !beneath {
		return q.still(e.Busy, moved)
	}
	state := State{By: ByScreen, Excerpt: brief(e.Text, excerptLength)}
	rested := func(d time.Duration) bool {
		return !e.Settled.IsZero() && d <= q.signs.IdleQuiet || q.past(moved.Add(d))
	}
	quiet := q.signs.IdleQuiet
	if e.Ended.Condition != "" || e.Failure.Condition != "" {
		quiet = min(quiet, ending)
	}
	if page, ok := q.covered(); ok {
		return page, true
	}
	// What takes the place of a composer is not known, and no rest.
	blind := q.signs.BlindQuiet > 0 && !e.Met
	switch {
	case beneath:
		claim := e.Beneath
		if e.Waiting.Condition != "" {
			claim = e.Waiting
		}
		state.Condition, state.Kind, state.Excerpt = Blocked, claim.Kind, claim.Excerpt
	case e.Sign.Condition != "" && (composer && rested(quiet) || !composer && blind && e.Waiting.Condition == "" && rested(q.blind())):
		return q.still(e.Sign, moved)
	case composer && (rested(quiet) || e.unanswered() && e.Sign.Condition == ""):
		state.Condition, state.Excerpt = Idle, e.Composer.Excerpt
		return q.rest(q.failed(state))
	case !composer && e.Waiting.Condition != "" && e.Page.Condition == "" && rested(q.signs.IdleQuiet):
		state.Condition, state.Kind, state.Excerpt = Blocked, e.Waiting.Kind, e.Waiting.Excerpt
	case !composer && blind && !e.Changed.IsZero() && rested(q.blind()):
		state.Condition = Idle
		state = q.failed(state)
	case !composer && (!blind || e.Changed.IsZero()) && rested(q.patience()):
		state.Condition, state.Kind = Unknown, Unreadable
		if e.Changed.IsZero() {
			state.Excerpt = "it has printed nothing"
		}
	case e.Sign.Condition == "" && !e.Changed.IsZero() && q.past(later(later(e.Stirred, e.Input), e.Started).Add(stuckAfter)):
		// A counter may be the agent's work, and may as well go on at rest.
		state.Condition, state.Kind, state.By = Unknown, Stuck, BySilence
		state.Excerpt = "nothing but a clock or a counter has moved for 90 s"
	case !e.Ready && (q.signs.BlindQuiet == 0 || e.Burst.IsZero()) && !(e.Sign.Condition != "" && q.past(e.Started.Add(startup))):
		state.Condition = Starting
	default:
		state.Condition = Working
	}
	return state, true
}

// still is a sign of work that has not moved since a time. It may be one that was
// left behind, so somebody has to look.
func (q *inquiry) still(sign Claim, moved time.Time) (State, bool) {
	if q.past(moved.Add(stuckAfter)) {
		return State{Condition: Unknown, Kind: Stuck, By: BySilence, Excerpt: "nothing has moved for 90 s at work"}, true
	}
	return said(sign)
}

// blind is how long a screen without a composer must rest. A title that says
// idle since then needs less to bear it out.
func (q *inquiry) blind() time.Duration {
	if q.e.Title.Condition == Idle && !q.outdated(q.e.Title) {
		return min(q.signs.IdleQuiet, q.signs.BlindQuiet)
	}
	return q.signs.BlindQuiet
}

// patience is how long a screen without anything known on it may rest. Agents
// about which nothing is known put their composer away while they think, and
// say nothing for as long as any that works; a question has an entry.
func (q *inquiry) patience() time.Duration {
	switch {
	case !q.e.Ready:
		return startup
	case q.signs.BlindQuiet > 0 && q.e.Met && !q.e.Entry:
		return stuckAfter
	}
	return strange
}
