package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/pty/shim"
)

// reply does what somebody wants, and answers them: who approves once the yes is typed, or is not to be.
func (d *driver) reply(ctx context.Context, r request) {
	err := d.serve(ctx, r, time.Now())
	if !r.approve || err != nil {
		r.answer <- err
		return
	}
	d.settle(ErrChanged) // whose yes was to another question
	d.yes = &r
}

// settle answers who waits for what becomes of their approval.
func (d *driver) settle(err error) {
	if d.yes != nil {
		d.yes.answer <- err
		d.yes = nil
	}
}

// settled does so once the conversation is done with it.
func (d *driver) settled() {
	if d.talk.yes == "" {
		d.settle(d.talk.untyped)
	}
}

// withdraw takes an approval back for whose end nobody waits any more: they have been told that it came to nothing.
func (d *driver) withdraw() {
	if d.yes == nil {
		return
	}
	select {
	case <-d.yes.over:
		d.yes, d.talk.yes = nil, ""
	default:
	}
}

// agree takes the word of a person who approves what is asked.
func (d *driver) agree(who string, now time.Time) error {
	seen, _ := d.eye.look(now)
	asked := seen.State.Question()
	if given := d.talk.asked.given; given != nil {
		return refusalOf(given)
	}
	agreed := now.Before(d.talk.asked.agreed.Add(Vanish)) // the keys of that are no others'
	if d.talk.asked.another(seen) || d.talk.asked.justTyped(seen, now) && !agreed {
		return ErrTypedSince
	}
	if d.talk.asked.open() && d.talk.asked.veils(seen) && !agreed {
		return fmt.Errorf("%w%s", ErrHidden, hiding(seen))
	}
	if _, _, ok := seen.State.Yes(); ok {
		switch q := &d.talk.asked; { // nobody can mean a question of which people have not been told
		case !q.open() && now.Before(q.answered.Add(Vanish)):
			return ErrAnswered
		case !q.open():
			return ErrUncalled
		case q.print != asked.Fingerprint:
			return ErrChanged
		}
		return d.talk.agree(who, asked.Fingerprint, now)
	}
	called := d.talk.asked.open()
	if fingerprint, ok := d.talk.asked.approvable(); ok && (asked == nil || asked.Fingerprint == fingerprint) {
		return d.talk.agree(who, fingerprint, now)
	}
	switch {
	case agreed:
		return ErrAnswered
	case asked == nil && called && vague(d.talk.asked.state):
		return ErrNoAnswer
	case asked == nil && !called && seen.State.Condition != adapters.Blocked:
		return ErrNothingAsked
	}
	return ErrNoPlainYes
}

// another reports whether what stands there may be another question than the one that people were called
// to, in the same words, to which nobody has been called yet.
func (q *obstacle) another(s scene) bool {
	return q.unread && s.touched.After(q.told) || q.again && !q.open()
}

// justTyped reports whether somebody else has typed at the question a moment ago: that may have answered it, and
// what the agent asks next comes where a yes to it would be typed.
func (q *obstacle) justTyped(s scene, now time.Time) bool {
	return q.open() && s.touched.After(q.asked()) && now.Before(s.touched.Add(Vanish))
}

// agree notes who approves the question of a fingerprint. It fails with ErrAnswered where an answer is about to be
// typed, or has been a moment ago and the question has not gone yet.
func (c *conversation) agree(who, fingerprint string, now time.Time) error {
	q := &c.asked
	byPolicy := q.untyped == "" && q.state.Dialog != nil && q.state.Dialog.Fingerprint == fingerprint && now.Before(q.answered.Add(Vanish))
	byPerson := c.approved == fingerprint && (c.yes != "" || now.Before(q.agreed.Add(Vanish)))
	if byPolicy || byPerson {
		return ErrAnswered
	}
	c.yes, c.approved, c.then, c.untyped = who, fingerprint, now, nil
	return nil
}

// approve types what a person has approved; ours is false while there is nothing of that.
func (c *conversation) approve(s scene, now time.Time) (m move, ours bool) {
	if asked := s.State.Question(); asked != nil && asked.Fingerprint != c.approved {
		return c.lapse(ErrChanged)
	}
	if s.touched.After(c.then) || c.asked.justTyped(s, now) {
		return c.lapse(ErrTypedSince) // what stands there may be the next question, in the same words
	}
	if s.Hidden {
		return c.lapse(ErrHidden)
	}
	keys, _, ok := s.State.Yes()
	if !ok || c.yes == "" {
		return move{}, false
	}
	// Keys that come too soon are lost, see adapters.Ripe.
	switch due := s.Asked.Add(adapters.Ripe); {
	case now.Before(due):
		return move{until: due}, true
	case !s.Current:
		return move{until: s.Next}, true
	}
	by := c.yes
	c.yes = ""
	c.asked.word, c.asked.left, c.asked.agreed = "approved by "+by, toNobody, now
	undo := func() { c.yes, c.asked.agreed = by, time.Time{} }
	cut := func(why string, begun bool) {
		c.untyped = fmt.Errorf("%w: %s", shim.ErrBegun, why)
		if !begun {
			c.asked.agreed, c.asked.word = time.Time{}, "the yes of "+by+" was not typed: "+why
			c.untyped = fmt.Errorf("%w: %s", ErrUntyped, why)
		}
	}
	partly := func(why error, typed, left []string) {
		c.untyped = fmt.Errorf("%w: %s was typed, and %s was not", why, keyWords(typed), keyWords(left))
		c.asked.word = "approved by " + by + ": " + c.untyped.Error()
	}
	return move{keys: adapters.Strokes(keys), by: by, answers: s.State.Question(), undo: undo, cut: cut, partly: partly, tell: InputTyped{Deed: Deed{By: by}, Bytes: len(keys), Answers: c.approved}}, true
}

// keyWords are the keys of an answer as people name them.
func keyWords(keys []string) string {
	return strings.NewReplacer("\r", "Enter", "\x1b[B", "Down", "\x1b[A", "Up", "\t", "Tab", "\x1b", "Escape").Replace(strings.Join(keys, " "))
}

// lapse forgets what was approved, because of why: whoever approved was told that it is, so that has to
// be said. ours is false where there was nothing.
func (c *conversation) lapse(why error) (m move, ours bool) {
	by := c.yes
	c.yes = ""
	if by == "" {
		return move{}, false
	}
	c.untyped = why
	return move{tell: Warning{"approved by " + by + ", and nothing typed: " + why.Error()}}, true
}
