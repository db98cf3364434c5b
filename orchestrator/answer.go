package orchestrator

import (
	"cmp"
	"strings"
	"time"
)

// Vanish is how long a question counts as answered after something was typed: an agent may take that
// long to take it away. What still stands there then is asked.
const Vanish = 3 * time.Second

// answer lets policy act. ours is false when a person has to.
func (c *conversation) answer(s scene, now time.Time) (a move, ours bool) {
	q, d := &c.asked, s.State.Dialog
	q.left = toNobody
	switch {
	case !q.answered.IsZero():
		if due := q.answered.Add(Vanish); now.Before(due) && q.untyped == "" {
			return move{until: due}, true
		}
		q.note = cmp.Or(q.untyped, "an answer was typed, and the question is still there")
		q.word = q.note
		return move{}, false
	case c.policy == nil || d == nil || s.Hidden || s.writers > 0 || s.Hold:
		q.yielded = c.policy != nil && d != nil
		q.word, q.left = c.restraint(s)
		return move{}, false
	}
	decision := c.policy.Decide(s.View, now)
	waits, yielded := decision.Answer == nil && decision.Note == "" && decision.Handler != "", q.yielded
	q.yielded = yielded && waits
	switch answer := decision.Answer; {
	case decision.Note != "":
		q.note, q.word = decision.Note, decision.Note
		return move{}, false
	case answer != nil:
		undo := func() {
			c.policy.Retract()
			q.answered, q.yielded, q.word = time.Time{}, yielded, "the answer could not be typed yet"
		}
		cut := func(why string, begun bool) {
			if !begun {
				c.policy.Retract()
				q.untyped = "an answer is known, and was not typed: " + why
				q.word = q.untyped
			}
		}
		q.answered, q.word = now, "answered by "+answer.Handler
		told := InteractionAnswered{Kind: d.Kind, Excerpt: d.Excerpt(), Fingerprint: d.Fingerprint, Rule: answer.Handler, Keys: strings.Join(answer.Keys, "")}
		return move{keys: answer.Keys, answers: d, undo: undo, cut: cut, tell: told}, true
	}
	if decision.Handler == "" {
		q.word = c.policy.Why(d)
	}
	return move{until: decision.Until}, decision.Handler != ""
}

// left is to whom policy leaves a question.
type left int

const (
	toNobody left = iota
	toVisitor
	toTypist
)

// restraint says why policy does not even look at what is asked.
func (c *conversation) restraint(s scene) (word string, to left) {
	switch {
	case s.State.Beside:
		return "nothing is typed: it offers keys beside the composer, and an Enter could answer it", toNobody
	case c.policy == nil:
		return "auto_approve is off", toNobody
	case s.State.Dialog == nil:
		return "no question with answers is on the screen", toNobody
	case s.Hidden:
		return ErrHidden.Error(), toNobody
	case s.writers > 0:
		return "somebody is attached", toVisitor
	}
	return "somebody types", toTypist
}

// fresh reports whether policy has not yet said that the question is for a person.
func (q *obstacle) fresh() bool { return !q.heir || q.note == "" }

// policyMay reports whether policy may decide although a person has been called: the
// question came to stand on the screen only after that, or was left to somebody at the
// terminal. Whoever has typed since it came sees to it.
func (q *obstacle) policyMay(s scene) bool {
	returned := q.yielded || !q.answered.IsZero() && q.note == ""
	return s.State.Dialog != nil && (returned || s.Asked.After(q.told) && q.fresh()) && !s.typed.After(q.asked()) && !s.touched.After(q.asked())
}
