package adapters

import (
	"strings"
	"time"
)

// Step decides what to do at this moment.
func (s *Submission) Step(v View, now time.Time) SubmitStep {
	if v.State.Condition == Exited {
		return s.fail("the agent has exited")
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
	case v.Draft != "":
		return SubmitStep{} // what is pasted would be joined to it
	case v.Caution != "":
		if give := s.idle.Add(cautionPatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("typing is not safe: " + v.Caution)
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
	s.pieces, s.before, s.beneath = pieces(pasteStart+s.text+pasteEnd), v.Composer, v.Bottom
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
	return SubmitStep{Keys: piece}
}

// settle gives the composer its time, looks again, and types Enter.
func (s *Submission) settle(v View, now time.Time) SubmitStep {
	ready := s.pasted.Add(s.recipe.Settle)
	if echoed := v.Changed.After(s.pasted) || s.holding(v); !echoed {
		ready = later(ready, s.pasted.Add(echoPatience))
	}
	asked := v.State.Condition == Blocked || v.State.Dialog != nil
	s.disturbed = s.disturbed || asked
	switch {
	case asked || v.Hold:
		return SubmitStep{} // an Enter now would answer the question
	case now.Before(ready):
		return SubmitStep{Until: ready}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Blind && !s.towers(v):
		return s.absent(now)
	case s.swallowed(v):
		return s.fail("the text is not in the composer after it was pasted")
	}
	s.gone = time.Time{}
	s.held, s.hidden, s.opaque = v.Composer, !v.Composing, s.unchanged(v)
	return s.enter(now)
}

// towers reports whether the composer is only out of sight because the text in
// it is taller than what is searched: its end has come to stand at the bottom.
func (s *Submission) towers(v View) bool {
	if len(s.marks) == 0 || v.Covered {
		return false
	}
	end := s.marks[len(s.marks)-1]
	return strings.Count(solid(v.Bottom), end) > strings.Count(solid(s.beneath), end)
}

// absent waits for the composer to come back. Whatever has taken its place
// would get the Enter.
func (s *Submission) absent(now time.Time) SubmitStep {
	if s.gone.IsZero() {
		s.gone, s.disturbed = now, true
	}
	if give := s.gone.Add(cautionPatience); now.Before(give) {
		return SubmitStep{Until: give}
	}
	return s.fail("the place for input has gone from the screen since the text was pasted")
}

// unchanged reports whether the composer, as far as it can be read, is as it
// was ahead of the paste.
func (s *Submission) unchanged(v View) bool {
	return v.Composing && solid(v.Composer) == solid(s.before)
}

// swallowed reports whether the text has gone from a composer that shows.
// Some composers show a long text as a placeholder, so only a short one is
// missed; and of some only the frame is known, so there the screen has to stay
// as it was, or a question has to have come between.
func (s *Submission) swallowed(v View) bool {
	if !v.Composing || s.holding(v) || strings.Contains(s.text, "\n") || len(s.text) >= 200 || len(s.marks) == 0 {
		return false
	}
	return s.disturbed || !s.unchanged(v) || !v.Changed.After(s.pasted)
}

func (s *Submission) enter(now time.Time) SubmitStep {
	s.phase, s.entered = submitConfirming, now
	if s.enters == 0 {
		s.first = now
	}
	s.enters++
	return SubmitStep{Keys: enterKey}
}

// confirm looks for proof, and types Enter again when the text demonstrably
// still stands in the composer.
func (s *Submission) confirm(v View, now time.Time) SubmitStep {
	switch {
	case v.Worked.After(s.first):
		return s.done(string(v.WorkedBy), now)
	case v.State.Dialog != nil:
		return s.done(string(ByDialog), now)
	case v.Current && s.emptied(v):
		return s.done("composer", now)
	case (s.hidden || s.opaque) && v.Changed.After(s.first):
		return s.done(string(ByScreen), now)
	}
	again := s.entered.Add(enterPatience)
	if now.Before(again) {
		return SubmitStep{Until: again}
	}
	switch {
	case v.State.Condition == Blocked || v.Hold:
		return SubmitStep{}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Composing && s.enters < s.recipe.Enters:
		return s.enter(now)
	case v.Composing:
		return s.fail("the text stays in the composer")
	}
	if give := s.entered.Add(confirmPatience); now.Before(give) {
		return SubmitStep{Until: give}
	}
	return s.fail("there is no sign that the text was taken")
}

// holding reports whether the composer shows the text.
func (s *Submission) holding(v View) bool {
	shown := solid(v.Composer)
	for _, mark := range s.marks {
		if strings.Contains(shown, mark) {
			return true
		}
	}
	return false
}

// emptied reports whether the text has left the composer. One that showed a
// placeholder for the text has left when something else is there.
func (s *Submission) emptied(v View) bool {
	if !v.Composing || s.opaque || s.holding(v) {
		return false
	}
	return s.hidden || s.holding(View{Composer: s.held}) || solid(firstLine(v.Composer)) != solid(firstLine(s.held))
}

func (s *Submission) done(by string, now time.Time) SubmitStep {
	return SubmitStep{Done: &Submitted{By: by, Enters: s.enters, Took: now.Sub(s.first)}}
}

func (s *Submission) fail(problem string) SubmitStep {
	return SubmitStep{Done: &Submitted{Problem: problem, Enters: s.enters}}
}
