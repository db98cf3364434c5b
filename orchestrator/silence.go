package orchestrator

import (
	"context"
	"time"
)

const (
	// doubtAfter is how long after a sign of life a terminal counts as one that answers, and
	// askAgain the pause before one that did not is asked again.
	doubtAfter, askAgain = time.Second, 100 * time.Millisecond
)

// sighted is a terminal in another process, which may be stopped or hang while its agent
// works on: then what was seen last says nothing of how the agent is.
type sighted interface {
	// Current reports whether that process answers, and all that it had read of the agent
	// by then has come to the Tap. It takes a few seconds at most.
	Current(ctx context.Context) bool
	// Answers reports whether that process does. It takes a few seconds at most.
	Answers(ctx context.Context) bool
}

// clear reports whether what the eye sees is how the agent is. While it is not, nothing may
// be typed and nothing concluded.
func (d *driver) clear(ctx context.Context) bool {
	term, ok := d.term.(sighted)
	if !ok {
		return true
	}
	begun := time.Now()
	if d.sure && begun.Before(d.eye.heard().Add(doubtAfter)) || begun.Before(d.vouched.Add(doubtAfter)) {
		return true
	}
	if begun.Before(d.doubted.Add(askAgain)) {
		return false
	}
	if !term.Current(ctx) {
		d.doubt(begun)
		return false
	}
	d.sure, d.vouched = true, time.Now()
	if !d.silent.IsZero() {
		d.talk.pause(d.silent, d.vouched)
		d.silent = time.Time{}
	}
	return true
}

// doubt notes that the terminal has not answered a question of that moment.
func (d *driver) doubt(asked time.Time) {
	if d.silent.IsZero() {
		d.silent = d.lived(asked)
	}
	d.sure, d.vouched, d.doubted = false, time.Time{}, time.Now()
}

// answers reports whether the terminal does at this moment, which no sign of life of a moment
// ago can tell.
func (d *driver) answers(ctx context.Context) bool {
	term, ok := d.term.(sighted)
	begun := time.Now()
	if !ok || term.Answers(ctx) {
		return true
	}
	d.doubt(begun)
	return false
}

// lived is when the terminal last gave a sign of life, at the latest now.
func (d *driver) lived(now time.Time) time.Time {
	last := d.eye.heard()
	if d.vouched.After(last) {
		last = d.vouched
	}
	if last.IsZero() || last.After(now) {
		return now
	}
	return last
}

// pause takes out of all patience a time in which nothing could be seen.
func (c *conversation) pause(from, to time.Time) {
	c.resting = time.Time{}
	moments := []*time.Time{&c.asked.taken, &c.asked.answered, &c.asked.agreed, &c.asked.gone}
	if !c.asked.heir { // since then somebody may have answered, and taken counts for patience
		moments = append(moments, &c.asked.told)
	}
	for _, moment := range moments {
		switch {
		case moment.IsZero():
		case moment.Before(from):
			*moment = moment.Add(to.Sub(from))
		case moment.Before(to):
			*moment = to
		}
	}
	if c.sending != nil {
		c.sending.Pause(from, to)
	}
}

// hold is step while what there is to see may not be how things are: only the iteration's
// clock can end it. A person's word would be carried out on an agent that cannot be told to
// leave, and would take down what it has done.
func (c *conversation) hold(s scene, now time.Time) move {
	s.Hold = s.occupied(now)
	if c.expired(s, now) {
		return move{end: endedByTimeout}
	}
	return move{until: c.due(s, now)}
}

// limit ends the iteration when its time is over, or a person says so.
func (c *conversation) limit(s scene, now time.Time) move {
	switch {
	case c.expired(s, now):
		return move{end: endedByTimeout}
	case c.done:
		return move{end: endedByPerson}
	}
	return move{}
}

// expired reports whether the iteration's time is over.
func (c *conversation) expired(s scene, now time.Time) bool {
	return c.timeout > 0 && c.clock.passed(now, c.paused(s, now)) >= c.timeout
}
