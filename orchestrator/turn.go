package orchestrator

import (
	"time"

	"rooda/adapters"
)

// talk moves the exchange of inputs and answers on.
func (c *conversation) talk(s scene, now time.Time) move {
	if s.State.Condition != adapters.Idle && s.State.Condition != adapters.Done {
		c.resting = time.Time{}
	} else if c.resting.IsZero() {
		c.resting = now
		if c.current == nil && c.sequel.before.at.IsZero() {
			c.sequel.before = c.sequel.dawn.before(s, now)
		}
	}
	switch {
	case c.sending != nil:
		return c.send(s, now)
	case len(c.inputs) > 0 && (c.current == nil && c.prompt == "" || c.open && c.asked.state.Kind == inputLacking):
		return c.next(now) // the first; a submission waits for idle by itself
	}
	over, until := c.over(s, now)
	switch {
	case !over:
		return move{until: until}
	case c.doubt != nil:
		return move{tell: c.settle(s, now), until: now}
	case c.open && len(c.inputs) == 0:
		c.lack, c.turn, c.proof = lacking(turnOver), now, false
		return move{over: true, until: now}
	case s.State.Kind == adapters.Failed && !c.open:
		return move{over: true, end: endedByError, why: s.State.Excerpt}
	case len(c.inputs) > 0:
		a := c.next(now)
		a.over = true
		return a
	}
	return move{over: true, end: endedByIdle}
}

// over reports whether the turn is: the agent has worked and now rests.
func (c *conversation) over(s scene, now time.Time) (bool, time.Time) {
	if c.resting.IsZero() || c.asked.standing() || s.State.Dialog != nil || s.Hold {
		return false, time.Time{}
	}
	if s.Blind { // a question that no rule knows may stand there, see problem
		return false, c.resting.Add(blindPatience)
	}
	end := latest(c.resting, s.Worked).Add(rest)
	worked := s.Worked.After(c.turn)
	switch {
	case worked && !c.loaded(s):
	case c.helped && !c.held(s):
		end = c.resting.Add(unproven)
	case c.proof:
		return false, time.Time{}
	case c.current == nil && c.prompt == "":
		c.lack = lacking(promptless)
		return false, now
	case !c.answered(s):
		c.replied = time.Time{}
		end = c.resting.Add(untaken)
		if c.reflects(s) {
			end = c.resting.Add(reflection)
		}
		if !now.Before(end) && s.Current {
			c.turn, c.lack = now, vain(c.news(s)) // only work from now on is the turn's
			if c.held(s) {
				c.lack = lacking(textStays)
			}
			return false, now
		}
	case c.current == nil:
		end = latest(c.resting.Add(untaken), c.answeredSince(now).Add(unproven))
	default:
		end = latest(c.resting, c.answeredSince(now)).Add(unproven)
	}
	if !now.Before(end) && !s.Current {
		return false, s.Next
	}
	return !now.Before(end), end
}

// next takes the next input up. It is told of before anything is typed, so
// that a host that dies in between leaves a trace.
func (c *conversation) next(now time.Time) move {
	last := former{moment: c.sequel.before, rows: c.sequel.former.rows, text: c.given()}
	switch {
	case c.current == nil:
		last = former{none: c.prompt == "" && !c.open, text: c.prompt}
	case c.given() == "":
		last = c.sequel.former
		last.none = false
	}
	taken := c.inputs[0]
	c.sequel.next(taken.text, last)
	c.current, c.inputs = &taken, c.inputs[1:]
	c.sending, c.proof = adapters.NewSubmission(taken.text, c.recipe), false
	c.turn, c.resting, c.replied, c.helped, c.called = now, time.Time{}, time.Time{}, false, nil
	if c.policy != nil {
		c.policy.Turn()
	}
	return move{tell: InputSending{Number: taken.number, Handed: taken.handed}}
}

// crowded reports whether the next text cannot be handed over, because
// another stands in the composer of an agent at rest and nobody is about to
// send that. Once a person has been called, it is so until that text is seen to
// be gone: somebody who attaches makes the screen move.
func (c *conversation) crowded(s scene, now time.Time) bool {
	switch {
	case c.sending == nil || c.sending.Begun():
		return false
	case c.asked.open() && c.asked.lack.cause == foreign:
		hidden := !s.Composing && !s.Worked.After(c.asked.since)
		return s.Draft != "" || hidden || !s.Current
	}
	return s.Draft != "" && !s.Hold && !c.resting.IsZero() && !now.Before(c.resting.Add(draftPatience))
}

// send drives the submission of the current input.
func (c *conversation) send(s scene, now time.Time) move {
	if !c.sending.Begun() {
		c.sequel.before = moment{s.Above, now}
		if now.Before(s.homing) { // a composer that is painted anew may lose a part of it
			s.Hold = true
		}
	}
	entered, before := c.sending.Enters(), c.sequel.trail
	step := c.sending.Step(s.View, now)
	if c.sending.Enters() > entered {
		c.sequel.enter(s, now)
	}
	switch {
	case step.Done != nil:
		sent := InputSent{Number: c.current.number, Handed: c.current.handed, By: step.Done.By, Enters: step.Done.Enters, TookMS: step.Done.Took.Milliseconds()}
		c.sending, c.resting = nil, time.Time{}
		c.turn = now.Add(-step.Done.Took - 1) // the proof itself is proof of work
		if step.Done.Problem == "" {
			return move{tell: sent}
		}
		c.turn, c.proof = now, step.Done.Enters == 0
		c.lack = lack{cause: unhanded, entered: !c.proof, words: step.Done.Problem, remedy: step.Done.Remedy}
		return move{tell: InputFailed{Number: c.current.number, Handed: c.current.handed, Problem: step.Done.Problem}}
	}
	if due := c.resting.Add(draftPatience); s.Draft != "" && now.Before(due) {
		step.Until = soonest(step.Until, due)
	}
	if now.Before(s.homing) {
		step.Until = soonest(step.Until, s.homing)
	}
	undo := func() {
		c.sending.Retract()
		c.sequel.trail = before
	}
	cut := func(why string, begun bool) {
		if c.sending.Break(why, begun); !begun {
			c.sequel.trail = before
		}
	}
	var keys []string
	if step.Keys != "" {
		keys = []string{step.Keys}
	}
	return move{keys: keys, extends: step.Extends, undo: undo, cut: cut, until: step.Until}
}
