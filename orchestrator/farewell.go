package orchestrator

import (
	"context"
	"errors"
	"time"

	"rooda/adapters"
	"rooda/pty/shim"
)

// end brings the process to its end, and reports whether that is because a
// context says so.
func (d *driver) end(ctx, kill context.Context, ending string, ended <-chan struct{}) (stopped bool) {
	told := steps{tell: d.it.Notice}
	switch ending {
	case endedByExit:
		return false
	case endedByIdle, endedByPerson, endedByError:
		if d.silent.IsZero() && d.leave(ctx, ended) {
			return false
		}
		halt(kill, d.term)
		return false
	case endedByTimeout:
		told.now.Cause = CauseTimeout
	case endedByQuestion:
		told.now.Cause, told.now.Question = CauseQuestion, string(d.talk.asked.state.Kind)
	default:
		told.now.Cause = CauseInterrupt
	}
	end(kill, d.term, ended, &told)
	return told.now.Cause == CauseInterrupt
}

// leave tells the agent to go, in the way in which a person would, and
// reports whether it did. It types nothing while a person does, and never
// joins its text to another that stands in the composer.
func (d *driver) leave(ctx context.Context, ended <-chan struct{}) bool {
	text := d.it.Launch.Signs.ExitInput
	if text == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, exitGrace)
	defer cancel()
	going := adapters.NewSubmission(text, d.it.Launch.Signs.Submit)
	timer := time.NewTimer(0)
	defer timer.Stop()
	var seen scene
	var next time.Time
	look := func() (step adapters.SubmitStep) {
		now := time.Now()
		seen, next = d.eye.look(now)
		d.inquire(ctx, seen)
		if seen.Hold = seen.occupied(now); seen.Draft == "" || going.Begun() {
			step = going.Step(seen.View, now)
		}
		return step
	}
	for {
		step := look()
		if seen.Draft != "" && !going.Begun() {
			return false
		}
		if step.Keys != "" {
			led, err := d.poise(ctx, nil, going.Retract, func() (again time.Time) {
				if step = look(); step.Keys == "" && !seen.Current {
					again = step.Until
				}
				return again
			})
			if err == nil { // without keys it only leaves the turn
				err = d.press(ctx, stroke{keys: step.Keys, decided: true, follows: led}, nil)
			}
			switch {
			case errors.Is(err, shim.ErrUnreachable):
				return false
			case errors.Is(err, shim.ErrTurn), errors.Is(err, shim.ErrUnread):
				going.Retract()
			case errors.Is(err, shim.ErrBegun), errors.Is(err, context.DeadlineExceeded):
				going.Break(astray(err), true)
			}
			continue
		}
		if step.Done == nil {
			next = soonest(next, step.Until)
		}
		if !next.IsZero() {
			timer.Reset(time.Until(next))
		}
		select {
		case <-ended:
			return true
		case <-ctx.Done():
			return false
		case <-d.eye.wake:
		case <-timer.C:
		}
	}
}
