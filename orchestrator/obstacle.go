package orchestrator

import (
	"cmp"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/session"
)

// inputLacking is KindInput: a text could not be handed over, or there is none.
const inputLacking adapters.Kind = KindInput

// obstacle is what stands between the agent and its work.
type obstacle struct {
	state    adapters.State
	lack     lack // that it is, none for a question of the agent
	since    time.Time
	told     time.Time       // when a person was called, zero while not
	answered time.Time       // when policy typed, zero while it has not
	agreed   time.Time       // when a person's yes was typed, zero while it was not
	gone     time.Time       // since when it is, while nobody is known to have answered
	untyped  string          // why that was not typed after all, empty where it was
	note     string          // why policy leaves it to a person
	yielded  bool            // policy left it to somebody at the terminal
	word     string          // what policy does about it, for who wonders
	left     left            // to whom policy leaves it, which that says
	heir     bool            // another host called somebody to it
	taken    time.Time       // when this one took it up then: nobody could answer before
	unread   bool            // and it has not been seen since
	recorded bool            // state is what that host said, and not what the screen shows
	again    bool            // it is asked in the words of one that was answered while nobody drove the agent
	yes      string          // its plain yes, as people were told it
	print    string          // its fingerprint, as they were
	veiled   time.Time       // since when it is not all on the screen, zero while it is
	hidden   bool            // which they were told
	vain     time.Time       // since when the screen offers it no more, zero while it does
	answers  string          // its answers, as they were told them
	usurper  usurper         // what stands in its place
	given    *session.Answer // the one that another host was to type, nil for none
}

// standing reports whether there is any, open whether a person was called.
func (q *obstacle) standing() bool { return q.state.Condition != "" }
func (q *obstacle) open() bool     { return !q.told.IsZero() }

// question deals with what the agent asks: policy answers it, or a person is
// called, once for each distinct question.
func (c *conversation) question(s scene, now time.Time) move {
	q := &c.asked
	if q.heir && q.since.IsZero() {
		q.since, q.taken = now, now
		if c.lack.cause != noCause {
			c.turn = now // only work from now on is by somebody's doing
		}
	}
	if q.heir && c.lack.cause == foreign && s.Composing && s.Draft == "" && s.Current {
		c.lack = lack{}
	}
	if q.standing() && !vague(q.state) {
		c.waited = now
	}
	state, lacks := c.problem(s, now)
	unread := q.unread
	if until, holds := c.reread(s, state, now); holds {
		m := move{}
		if vague(q.state) && !now.Before(q.since.Add(mending)) {
			m = c.overdue(s, now)
		}
		m.until = soonest(m.until, until)
		return m
	}
	// What another host called somebody to, and somebody has answered since, may be asked again in the same words.
	changed := !same(q.state, state) || q.replaced(state)
	again := unread && !vague(q.state) && (s.touched.After(q.told) || !changed && !q.unread && q.given != nil && q.given.Typed)
	if again {
		if m, lapsed := c.lapse(ErrTypedSince); lapsed {
			q.unread = true // it is still to be asked again
			return m
		}
	}
	if changed {
		if m, lapsed := c.lapse(ErrChanged); lapsed {
			return m
		}
		if due := q.hearsay(s, now); now.Before(due) {
			return move{until: due}
		}
	}
	if changed || again {
		gone := *q
		*q = obstacle{state: state, lack: lacks, since: now, again: again, answered: c.answeredBefore(state, again, now)}
		if gone.state.Dialog != nil && c.policy != nil {
			c.policy.Resolved(gone.state.Dialog.Fingerprint)
		}
		if gone.open() {
			return move{tell: InteractionResolved{By: gone.resolver(s)}}
		}
	}
	q.gone = time.Time{}
	veils := q.open() && q.state.Question() != nil && state.Question() == nil
	if another := q.open() && state.Kind != q.state.Kind; state.Dialog != nil || q.state.Dialog == nil && !another && !veils {
		q.state, q.lack, q.recorded = state, lacks, false
	}
	if m, ours := c.supplant(s, now); ours {
		return m
	}
	switch {
	case !q.standing():
		return move{}
	case q.open() && q.clean(s):
		q.told, q.note, q.given = now, "", nil
		return move{tell: q.raised(s)}
	case q.usurped():
		return c.await(s, now)
	case q.open() && q.veil(s, now):
		return move{tell: q.altered(s)}
	case q.open() && q.spoilt(s, now):
		if m, lapsed := c.lapse(ErrNoPlainYes); lapsed {
			return m
		}
		q.told, q.note = now, spoiltNote
		return move{tell: q.raised(s)}
	case q.open():
		return c.await(s, now)
	}
	if a, ours := c.answer(s, now); ours {
		return a
	}
	if due := q.since.Add(questionPatience); state.Dialog == nil && c.lack.cause == noCause && now.Before(due) {
		return move{until: due}
	}
	if due := s.attended(); now.Before(due) {
		return move{until: due}
	}
	q.told = now
	return move{tell: q.raised(s)}
}

// await waits for a person, for as long as the task allows.
func (c *conversation) await(s scene, now time.Time) move {
	if m, ours := c.approve(s, now); ours {
		return m
	}
	if c.asked.policyMay(s) {
		if a, ours := c.answer(s, now); ours {
			return a
		}
	}
	if q := &c.asked; q.left == toVisitor && s.writers == 0 || q.left == toTypist && !s.Hold {
		q.word, q.left = "a person was called to it while "+q.word, toNobody
	}
	return c.overdue(s, now)
}

// overdue ends the iteration when a person has taken longer than the task allows, the time of the
// hosts before left out.
func (c *conversation) overdue(s scene, now time.Time) move {
	if c.patient == 0 {
		return move{}
	}
	from := latest(latest(c.asked.told, c.asked.taken), s.typed)
	if due := from.Add(c.patient); now.Before(due) {
		return move{until: due}
	}
	return move{end: endedByQuestion}
}

// spoiltNote is what a person is told of a question behind which something stands that is no whole answer.
const spoiltNote = "it offers no plain yes any more, as a part of an answer, or another text, may stand behind it: see to that at its terminal"

// spoilt reports whether the question has no plain yes any more although people were told of one, for longer than
// an answer takes: what somebody has typed stands behind it.
func (q *obstacle) spoilt(s scene, now time.Time) bool {
	if _, _, ok := q.state.Yes(); ok || q.yes == "" || q.unread || !s.Current || s.Hold {
		q.vain = time.Time{}
		return false
	}
	if q.vain.IsZero() {
		q.vain = now
	}
	return !now.Before(q.vain.Add(Vanish))
}

func (q *obstacle) raised(s scene) InteractionNeeded {
	r := InteractionNeeded{Kind: string(q.state.Kind), Excerpt: q.state.Excerpt, Note: cmp.Or(q.note, advice(q.state, q.lack))}
	if d := q.state.Question(); d != nil {
		r.Fingerprint = d.Fingerprint
		for _, option := range d.Options {
			r.Options = append(r.Options, option.String())
		}
	}
	r.Excerpt = cmp.Or(r.Excerpt, strings.Join(r.Options, " | "), lastLineShown(s.Text))
	_, r.Yes, _ = q.state.Yes()
	q.yes, q.print, q.answers, q.hidden = r.Yes, r.Fingerprint, answersOf(q.state), false
	if r.Kind == "" {
		r.Kind = string(adapters.Unspecified)
	}
	return r
}
