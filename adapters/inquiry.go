package adapters

import "time"

// inquiry is one decision in the making. until is the first moment at which a
// rule that was looked at could answer differently.
type inquiry struct {
	*Detector
	e     Evidence
	now   time.Time
	until time.Time
}

// past reports whether t has come, and remembers to ask again when it has not.
func (q *inquiry) past(t time.Time) bool {
	if !q.now.Before(t) {
		return true
	}
	if q.until.IsZero() || t.Before(q.until) {
		q.until = t
	}
	return false
}

// holds reports whether a claim says so and is fresh.
func (q *inquiry) holds(c Claim, condition Condition) bool {
	return c.Condition == condition && (c.Fresh == 0 || !q.past(c.Seen.Add(c.Fresh)))
}

func said(c Claim) (State, bool) {
	return State{Condition: c.Condition, Kind: c.Kind, By: c.Source, Excerpt: c.Excerpt}, true
}

func (q *inquiry) blocked(by Source) (State, bool) {
	return State{Condition: Blocked, Kind: q.e.Dialog.Kind, By: by, Excerpt: q.e.Dialog.Excerpt(), Dialog: q.e.Dialog}, true
}

func (q *inquiry) ended() (State, bool) {
	if q.e.Process.Condition == Exited {
		return said(q.e.Process)
	}
	return State{}, false
}

// leaves reports whether the dialog was there before the claim of work, and
// so may only not have been wiped away yet. Where something was typed first,
// which must have been the answer, a busy machine gets more time for that.
func (q *inquiry) leaves(work Claim) bool {
	grace := leaving
	if q.e.Input.After(q.e.Asked) && !q.e.Input.After(work.Since) {
		grace = answered
	}
	return !q.e.Asked.After(work.Since) && !q.past(work.Since.Add(grace))
}

func (q *inquiry) asking() (State, bool) {
	if q.e.Dialog == nil || q.holds(q.e.Title, Working) && q.leaves(q.e.Title) {
		return State{}, false
	}
	return q.blocked(ByDialog)
}

// covered reports whether something else has taken the place of the composer.
// An agent that nobody has seen compose may write such a line in its prose, so
// there the text has to rest, too.
func (q *inquiry) covered() (State, bool) {
	page := q.e.Page
	if page.Condition == "" || q.e.Busy.Condition != "" || q.holds(q.e.Composer, Idle) {
		return State{}, false
	}
	due := page.Since.Add(look)
	if !q.e.Composed {
		due = later(page.Since, q.e.Changed).Add(q.signs.IdleQuiet)
	}
	if !q.past(due) {
		return State{}, false
	}
	return said(page)
}

func (q *inquiry) title() (State, bool) {
	claim := q.e.Title
	switch {
	case q.holds(claim, Working):
		return q.works(claim)
	case q.holds(claim, Blocked) && q.past(claim.Since.Add(look)):
		return said(claim)
	case q.holds(claim, Idle) && q.rests(claim):
		state, _ := said(claim)
		return q.rest(q.failed(state))
	}
	return State{}, false
}

// failed adds to rest that a mark says it is that of a turn which failed, or an event that it ended without a login:
// whoever has signed in since has not had it done.
func (q *inquiry) failed(rest State) State {
	if event := q.e.Hook; event.Kind == Auth && !q.e.Told.After(event.Seen) {
		rest.Kind, rest.Excerpt = Failed, event.Excerpt
		return rest
	}
	if mark := q.e.Failure; mark.Kind == Failed {
		rest.Kind, rest.Excerpt = Failed, mark.Excerpt
	}
	return rest
}

// outdated reports whether a claim of rest is of a time before the agent was last given
// something, or took it up: of an argument, its first sign of work is all that tells. A mark that
// came with the claim, and stands, is what followed it, unless the agent has told of its work by
// then: a mark with or after the rest is a quotation in the answer.
func (q *inquiry) outdated(claim Claim) bool {
	e := &q.e
	if claim.Since.Before(later(e.Input, e.Told)) {
		return true
	}
	told := !e.Told.IsZero() && !e.Told.Before(e.Input)
	busy := e.Busy.Condition != "" && !e.Busy.Since.Before(claim.Since)
	return !told && (busy || claim.Since.Before(e.Worked.Since))
}

// rests reports whether the screen bears out a claim to be idle. A busy mark
// that no longer moves is a quotation.
func (q *inquiry) rests(claim Claim) bool {
	if q.outdated(claim) || len(q.rules.idle) > 0 && q.uses(ByScreen) && !q.holds(q.e.Composer, Idle) {
		return false
	}
	return q.e.Busy.Condition == "" || q.past(q.e.Changed.Add(q.signs.IdleQuiet))
}

func (q *inquiry) progress() (State, bool) {
	claim := q.e.Progress
	switch {
	case q.holds(claim, Working):
		return q.works(claim)
	case q.holds(claim, Idle) && q.rests(claim):
		state, _ := said(claim)
		return q.rest(q.failed(state))
	}
	return State{}, false
}

// works is a claim of work of an agent's title or progress, unless nobody has described the agent,
// and something beside its composer asks all the same.
func (q *inquiry) works(claim Claim) (State, bool) {
	if q.signs.BlindQuiet > 0 && q.holds(q.e.Composer, Idle) && q.insists() {
		return State{}, false
	}
	return said(claim)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
