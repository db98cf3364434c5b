package adapters

import (
	"strings"
	"time"
)

// Step decides what to do at this moment. Keys count as typed.
func (s *Submission) Step(v View, now time.Time) SubmitStep {
	before := *s
	step := s.step(v, now)
	if step.Keys != "" {
		before.earlier = nil
		s.earlier = &before
	}
	return step
}

func (s *Submission) step(v View, now time.Time) SubmitStep {
	if v.State.Condition == Exited {
		return s.fail("the agent has exited")
	}
	if s.broken != "" {
		return s.fail(s.broken)
	}
	switch s.phase {
	case submitWaiting:
		return s.wait(v, now)
	case submitPasting:
		return s.paste(now)
	case submitSettling:
		return s.settle(v, now)
	}
	return s.confirm(v, now)
}

// wait waits for the moment at which a paste is safe.
func (s *Submission) wait(v View, now time.Time) SubmitStep {
	if v.State.Condition != Idle && v.State.Condition != Done || v.State.Dialog != nil || v.Hold {
		s.idle = time.Time{}
		return SubmitStep{}
	}
	if s.idle.IsZero() {
		s.idle = now
	}
	quiet := v.Changed.Add(submitQuiet)
	switch {
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Unsure:
		return SubmitStep{}
	case v.Draft != "":
		return SubmitStep{} // what is pasted would be joined to it
	case v.Caution != "":
		if give := s.idle.Add(cautionPatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		step := s.fail("typing is not safe: " + v.Caution)
		step.Done.Remedy = v.Remedy
		return step
	case v.Composing && !v.Legible && v.Read:
		if give := s.idle.Add(cautionPatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("what stands in the composer cannot be read")
	case v.Blind:
		if give := s.idle.Add(cautionPatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("the agent seems to rest, but the place for its input is not on the screen")
	case !v.Bracketed:
		if give := s.idle.Add(pastePatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("the program is idle and does not take pastes (DECSET 2004 is off)")
	case now.Before(quiet) && !now.Before(s.idle.Add(restPatience)):
		return s.fail("the program is idle, and its screen never rests")
	case now.Before(quiet):
		return SubmitStep{Until: quiet}
	}
	s.pieces, s.before = pieces(pasteStart+s.text+pasteEnd), v
	s.phase = submitPasting
	return s.paste(now)
}

// paste types the next piece. One that is begun is ended, come what may:
// half a paste would leave the program waiting for the rest.
func (s *Submission) paste(now time.Time) SubmitStep {
	piece := s.pieces[0]
	s.pieces = s.pieces[1:]
	if len(s.pieces) == 0 {
		s.phase, s.pasted = submitSettling, now
	}
	return SubmitStep{Keys: piece, Extends: !strings.HasPrefix(piece, pasteStart)}
}

// settle gives the composer its time, looks again, and types Enter.
func (s *Submission) settle(v View, now time.Time) SubmitStep {
	ready := s.due(s.pasted, s.recipe.Settle)
	arrived := s.arrived(v)
	if gone := v.Blind && v.Changed.After(s.pasted); !arrived && !gone {
		ready = later(ready, s.due(s.pasted, echoPatience))
	}
	switch {
	case asks(v) || s.posed(v) || v.Hold:
		return SubmitStep{} // an Enter now would answer the question
	case now.Before(ready):
		return SubmitStep{Until: ready}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Blind && !arrived, v.Covered && !s.shown(v):
		return s.absent(now)
	case !arrived:
		return s.fail("the text is not in the composer after it was pasted")
	}
	s.gone, s.opaque = time.Time{}, !s.shown(v)
	return s.enter(v, now)
}

// asks reports whether an Enter would be an answer.
func asks(v View) bool { return v.State.Condition == Blocked || v.State.Dialog != nil }

// posed is asks of what stands beside a composer that has the text. What was there when
// that was pasted is no question, or nothing would have been.
func (s *Submission) posed(v View) bool { return v.Posed && !s.before.Posed }

// absent waits for the composer to come back. Whatever has taken its place
// would get the Enter.
func (s *Submission) absent(now time.Time) SubmitStep {
	if s.gone.IsZero() {
		s.gone = now
	}
	if give := s.due(s.gone, cautionPatience); now.Before(give) {
		return SubmitStep{Until: give}
	}
	return s.fail("the place for input has gone from the screen since the text was pasted")
}

func (s *Submission) enter(v View, now time.Time) SubmitStep {
	switch {
	case s.enters == 0:
		s.first, s.since = now, now
	case !s.came.Before(s.entered):
		s.since = now // what came before may be due to the question
	}
	s.phase, s.entered, s.held = submitConfirming, now, v
	s.enters++
	return SubmitStep{Keys: enterKey}
}

// confirm looks for proof, and types Enter again when the text demonstrably
// still stands in the composer. A question is no proof: it may have come up
// with the Enter, and have swallowed it.
func (s *Submission) confirm(v View, now time.Time) SubmitStep {
	if asks(v) {
		s.question(v, now)
	}
	switch by, due := s.proof(v, now); {
	case by != "":
		return s.done(by, now)
	case asks(v):
		return SubmitStep{}
	case !due.IsZero():
		return SubmitStep{Until: due}
	}
	since := later(s.entered, s.asked)
	if again := s.due(since, enterPatience); now.Before(again) {
		return SubmitStep{Until: again}
	}
	rests := v.State.Condition == Idle || v.State.Condition == Done
	switch stands := s.stands(v); {
	case v.Hold, stands && s.posed(v):
		return SubmitStep{}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case !s.asked.IsZero() && (stands && !rests || v.State.Condition == Working):
		return SubmitStep{} // the answer is being worked on
	case stands && s.enters < s.recipe.Enters && (!v.Covered || s.shown(v)):
		return s.enter(v, now)
	case stands:
		return s.fail("the text stays in the composer")
	}
	if give := s.due(since, confirmPatience); now.Before(give) {
		return SubmitStep{Until: give}
	}
	return s.fail("there is no sign that the text was taken")
}

// question notes that one stands there, and when it came up after the last Enter.
func (s *Submission) question(v View, now time.Time) {
	if s.came.Before(s.entered) {
		s.came = now
		if v.State.Dialog != nil && !v.Asked.Before(s.entered) {
			s.came = v.Asked
		}
	}
	s.asked = now
}

func (s *Submission) done(by string, now time.Time) SubmitStep {
	return SubmitStep{Done: &Submitted{By: by, Enters: s.enters, Took: now.Sub(s.first)}}
}

func (s *Submission) fail(problem string) SubmitStep {
	return SubmitStep{Done: &Submitted{Problem: problem, Enters: s.enters}}
}
