package adapters

import (
	"fmt"
	"time"
)

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

// silent is about an agent that works, or starts, and says nothing at all.
func (q *inquiry) silent() (State, bool) {
	heard := later(q.e.Started, q.e.Output)
	if q.e.Dialog != nil || heard.IsZero() || !q.past(heard.Add(stuckAfter)) {
		return State{}, false
	}
	quiet := *q
	quiet.now = heard.Add(stuckAfter - 1)
	for _, rule := range []func(*inquiry) (State, bool){(*inquiry).hook, (*inquiry).status, (*inquiry).title, (*inquiry).progress, (*inquiry).screen} {
		state, ok := rule(&quiet)
		if !ok {
			continue
		}
		if when := map[Condition]string{Working: "at work", Starting: "as it starts"}[state.Condition]; when != "" {
			excerpt := fmt.Sprintf("silent for %.0f s %s", stuckAfter.Seconds(), when)
			return State{Condition: Unknown, Kind: Stuck, By: BySilence, Excerpt: excerpt}, true
		}
		break
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
		return said(claim)
	case q.holds(claim, Blocked) && q.past(claim.Since.Add(look)):
		return said(claim)
	case q.holds(claim, Idle) && q.rests(claim):
		state, _ := said(claim)
		return q.failed(state), true
	}
	return State{}, false
}

// failed adds to rest that a mark says it is that of a turn which failed.
func (q *inquiry) failed(rest State) State {
	if mark := q.e.Failure; mark.Kind == Failed {
		rest.Kind, rest.Excerpt = Failed, mark.Excerpt
	}
	return rest
}

// rests reports whether the screen bears out a claim to be idle. A busy mark
// that no longer moves is a quotation.
func (q *inquiry) rests(claim Claim) bool {
	if claim.Since.Before(q.e.Input) || len(q.rules.idle) > 0 && q.uses(ByScreen) && !q.holds(q.e.Composer, Idle) {
		return false
	}
	return q.e.Busy.Condition == "" || q.past(q.e.Changed.Add(q.signs.IdleQuiet))
}

func (q *inquiry) progress() (State, bool) {
	claim := q.e.Progress
	switch {
	case q.holds(claim, Working):
		return said(claim)
	case q.holds(claim, Idle) && q.rests(claim):
		state, _ := said(claim)
		return q.failed(state), true
	}
	return State{}, false
}

// screen is the fallback: what the text says, and when it moved.
func (q *inquiry) screen() (State, bool) {
	if !q.uses(ByScreen) {
		return State{}, false
	}
	e := &q.e
	moved := later(later(e.Changed, e.Input), e.Started)
	composer := q.holds(e.Composer, Idle)
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
	case composer && rested(quiet):
		state.Condition, state.Excerpt = Idle, e.Composer.Excerpt
		state = q.failed(state)
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
	case !e.Ready && (q.signs.BlindQuiet == 0 || e.Burst.IsZero()):
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
// idle since the last input needs less to bear it out.
func (q *inquiry) blind() time.Duration {
	if q.e.Title.Condition == Idle && !q.e.Title.Since.Before(q.e.Input) {
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

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
