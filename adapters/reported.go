package adapters

// confirmed is a claim that there is a question, with the one on the screen. Of
// what sort it is the agent knows better than any reading of its words, but for
// trust and sign-in, which agents report as permissions and questions.
func (q *inquiry) confirmed(claim Claim) (State, bool) {
	state, _ := q.blocked(claim.Source)
	if claim.Kind != Unspecified && state.Kind != Trust && state.Kind != Auth {
		state.Kind = claim.Kind
		d := *state.Dialog
		d.Kind = claim.Kind
		state.Dialog = &d
	}
	return state, true
}

// hook is what the agent's own events say. They tell of every turn, but not
// always of its being broken off, so what the status record or the title has
// said since counts for more; but rest does not undo an error, nor a missing login.
func (q *inquiry) hook() (State, bool) {
	claim := q.e.Hook
	if q.e.undoes(q.e.Status, claim) || q.e.undoes(q.e.Title, claim) {
		return State{}, false
	}
	switch claim.Condition {
	case Blocked:
		if q.e.Dialog != nil {
			return q.confirmed(claim)
		}
		if !claim.Since.Before(q.e.Input) && q.past(claim.Since.Add(look)) {
			return said(claim)
		}
	case Working:
		if (q.e.Dialog == nil || q.leaves(claim)) && !q.abandoned(claim) {
			return said(claim)
		}
	case Idle, Done:
		if q.e.Dialog == nil && !claim.Since.Before(q.e.Input) {
			return q.free(claim)
		}
	}
	return State{}, false
}

// abandoned reports whether a claim of work is likely the last word of a turn
// that was broken off: the composer has been there for long, and nothing else.
func (q *inquiry) abandoned(claim Claim) bool {
	return len(q.rules.idle) > 0 && q.holds(q.e.Composer, Idle) && q.e.Busy.Condition == "" &&
		q.past(later(later(q.e.Changed, q.e.Input), claim.Since).Add(strange))
}

// status is what the program's own record says.
func (q *inquiry) status() (State, bool) {
	claim := q.e.Status
	switch claim.Condition {
	case Blocked:
		if q.e.Dialog != nil {
			return q.confirmed(claim)
		}
		if q.past(claim.Since.Add(look)) {
			return said(claim)
		}
		if q.e.Before.Condition == Working {
			return said(q.e.Before)
		}
	case Working:
		if q.e.Dialog == nil || q.leaves(claim) {
			return said(claim)
		}
	case Idle, Done:
		if q.e.Dialog == nil && !q.outdated(claim) {
			return q.free(claim)
		}
	}
	return State{}, false
}

// free is a claim to wait for input, unless a page stands in the way of it:
// agents call themselves idle with their settings open.
func (q *inquiry) free(claim Claim) (State, bool) {
	if page, ok := q.covered(); ok {
		return page, true
	}
	state, ok := said(claim)
	if state.Kind == "" || state.Kind == Failed && state.Excerpt == "" {
		state = q.failed(state)
	}
	return state, ok
}
