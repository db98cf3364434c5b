package orchestrator

import (
	"cmp"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/session"
)

const (
	// readPatience is how long an agent's screen is read anew, by a host that has just come,
	// before a question that is not seen there any more counts as gone.
	readPatience = 30 * time.Second
	// mending is how long after that host came the screen may still be put right, and
	// telling how long a question may take to be told from what moves beside it.
	mending, telling = 2 * time.Second, 12 * time.Second
)

// inherit takes up the question with which another host called a person. It is to be
// read from the screen again.
func (c *conversation) inherit(asked session.Interaction) {
	state := adapters.State{Condition: adapters.Blocked, Kind: adapters.Kind(asked.Kind), Excerpt: asked.Excerpt}
	switch state.Kind {
	case adapters.Stuck, adapters.Unreadable:
		state.Condition = adapters.Unknown
	case inputLacking:
		c.lack = inheritedLack(asked.Excerpt)
		c.proof = c.lack.cause == inherited || c.lack.cause == unhanded || c.lack.cause == unsent
	}
	if asked.Fingerprint != "" {
		state.Dialog = &adapters.Dialog{Kind: state.Kind, Text: asked.Excerpt, Fingerprint: asked.Fingerprint}
	}
	given := c.former
	if given != nil && given.Fingerprint != asked.Fingerprint {
		given = nil
	}
	c.asked = obstacle{
		state: state, lack: c.lack, told: asked.Since, note: asked.Note,
		heir: true, unread: true, recorded: true, yes: asked.Yes, print: asked.Fingerprint, given: given,
	}
}

// reread compares the question that was inherited with the state that the screen shows by
// now. It holds until that is one or the other, or nothing, for certain; the clock of
// interaction_timeout counts from then on that this host is there, and ends nothing before.
func (c *conversation) reread(s scene, state adapters.State, now time.Time) (until time.Time, holds bool) {
	q := &c.asked
	if !q.unread {
		return time.Time{}, false
	}
	if state.Condition != "" && q.is(state) {
		if due := q.due(); now.Before(due) {
			return due, true
		}
		q.state, q.unread, q.recorded = state, false, false
		return time.Time{}, false
	}
	due := c.doubtful(s, state, now)
	if now.Before(due) {
		return due, true
	}
	q.unread = false
	return time.Time{}, false
}

// doubtful is until when what is seen is no proof that the question has gone.
func (c *conversation) doubtful(s scene, state adapters.State, now time.Time) time.Time {
	q := &c.asked
	settled, last := q.since.Add(mending), q.since.Add(readPatience)
	rests := s.State.Condition == adapters.Idle || s.State.Condition == adapters.Done
	moved := s.Changed.After(settled) && s.Changed.After(s.Resized.Add(time.Second))
	switch {
	case state.Condition != "":
		return settled
	case s.Worked.After(q.since):
		return time.Time{}
	case q.given != nil && q.given.Typed:
		return settled
	case rests && !s.Blind && c.resting.IsZero():
		return now.Add(Vanish)
	case rests && !s.Blind:
		return latest(c.resting, q.since).Add(Vanish)
	case q.state.Kind == adapters.Stuck && s.State.Condition == adapters.Working && !moved:
		return now.Add(readPatience)
	case moved && s.touched.After(q.told):
		return time.Time{}
	case moved:
		return q.since.Add(telling)
	}
	return last
}

// is reports whether a state is the question that was inherited.
func (q *obstacle) is(state adapters.State) bool {
	if vague(q.state) || q.state.Dialog == nil {
		return vague(q.state) && vague(state) || q.state.Kind == cmp.Or(state.Kind, adapters.Unspecified)
	}
	seen := state.Question()
	return seen != nil && seen.Fingerprint == q.state.Dialog.Fingerprint
}

// replaced reports whether a state has a question, and it is not the inherited one, which has not been seen.
func (q *obstacle) replaced(state adapters.State) bool {
	return q.recorded && state.Question() != nil && !q.is(state)
}

// asked is since when somebody may have answered.
func (q *obstacle) asked() time.Time {
	if q.heir {
		return q.told
	}
	return q.since
}

// approvable reports whether the question, which is still to be read from the screen again, has a
// plain yes, and by which fingerprint to know it.
func (q *obstacle) approvable() (fingerprint string, ok bool) {
	if !q.unread || q.state.Dialog == nil || q.yes == "" {
		return "", false
	}
	return q.state.Dialog.Fingerprint, true
}

// inheritedLack is what another host called somebody for, by its words. Of its own time is
// what a text has come to: that is judged no more.
func inheritedLack(words string) lack {
	for _, cause := range []lackCause{promptless, turnOver, foreign, unsent} {
		if l := lacking(cause); l.words == words {
			return l
		}
	}
	for _, cause := range []lackCause{textGone, textStays} {
		if lacking(cause).words == words {
			return lack{cause: inherited, words: words}
		}
	}
	if strings.HasPrefix(words, noticed) {
		return lack{cause: inherited, words: words}
	}
	return lack{cause: unhanded, words: words}
}
