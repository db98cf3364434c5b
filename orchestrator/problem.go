package orchestrator

import (
	"time"

	"rooda/adapters"
)

const (
	// placePatience is how long an agent whose screen moves may take to show where
	// its text is to be typed, or that it works.
	placePatience = 30 * time.Second
	// silentPatience is how long one may that has printed nothing yet, or rests
	// before it has been ready: a busy machine starts an agent slowly.
	silentPatience = 60 * time.Second
	// stirPause is the rest after which a screen begins to move anew.
	stirPause = 10 * time.Second
)

// problem is the state in which only an answer, or a look, helps, and what lacks where that is it.
func (c *conversation) problem(s scene, now time.Time) (adapters.State, lack) {
	switch {
	case s.Blind && s.State.Dialog == nil && !c.resting.IsZero() && !now.Before(c.resting.Add(blindPatience)):
		return unreadable("the agent seems to rest, but the place for its input is not on the screen" + lastShown(s.Text)), lack{}
	case c.unread(s):
		return c.asked.state, c.asked.lack
	case s.State.Condition == adapters.Blocked, s.State.Condition == adapters.Unknown:
		return s.State, lack{}
	case c.placeless(s) && !now.Before(c.placeBy(s, now)):
		return unreadable("the agent has its text still to come, but shows no place to type it, nor that it works"), lack{}
	case c.crowded(s, now):
		return lacking(foreign).state(), lacking(foreign)
	case c.reacts(s, now):
		return adapters.State{}, lack{} // what lacks is told once that is over
	case c.lack.cause != noCause && !s.Worked.After(c.turn) && !c.helped && !(c.lack.answerable() && c.answered(s)):
		return c.lack.state(), c.lack
	}
	c.lack, c.called = lack{}, nil
	return adapters.State{}, lack{}
}

// reacts reports whether an agent to whose lack nobody is called at the moment has had an answer to a question of its own
// a while ago, and moves.
func (c *conversation) reacts(s scene, now time.Time) bool {
	moves := s.State.Condition == adapters.Working || s.State.Condition == adapters.Starting
	told := c.asked.open() && c.asked.state.Kind == inputLacking
	return moves && !told && c.lack.cause != noCause && now.Before(c.waited.Add(placePatience))
}

// help notes that the agent has moved on by a person's doing, although no source says
// that it works: it asks something, or there is more on its screen since somebody typed.
func (c *conversation) help(s scene) {
	q := &c.asked
	if c.lack.cause == noCause || c.helped {
		return
	}
	if s.State.Dialog != nil {
		c.helped = c.lack.fruitless()
		return
	}
	if !q.open() || q.state.Kind != inputLacking || s.Blind {
		return
	}
	if c.called == nil {
		c.called = &s.Above
	}
	typed := s.typed.After(q.told) || s.touched.After(q.told)
	c.helped = typed && !c.held(s) && between(*c.called, s.Above, s.Resized.After(q.told)).grown()
}

// same reports whether two states are one question. One that is seen on the
// screen, and for a moment only told of, has not gone.
func same(a, b adapters.State) bool {
	if a.Condition == "" || b.Condition == "" {
		return a.Condition == b.Condition
	}
	if vague(a) && vague(b) {
		return true
	}
	if a.Dialog != nil && b.Dialog == nil && b.Condition == adapters.Blocked && b.Kind != inputLacking {
		return true
	}
	return a.Same(b)
}

// vague reports whether a state asks for nothing but that somebody looks: of
// two such states that follow each other the cause is one.
func vague(s adapters.State) bool {
	return s.Dialog == nil && (s.Condition == adapters.Unknown || s.Kind == inputLacking)
}

func unreadable(why string) adapters.State {
	return adapters.State{Condition: adapters.Unknown, Kind: adapters.Unreadable, Excerpt: why}
}

// placeless reports whether the agent cannot be given its text as things are:
// it moves, but neither the place for it nor any work has ever been seen.
func (c *conversation) placeless(s scene) bool {
	moves := s.State.Condition == adapters.Working || s.State.Condition == adapters.Starting
	return moves && c.sending != nil && !c.sending.Begun() && s.Blind && s.Worked.IsZero()
}

// placeBy is when a person is called to an agent that is placeless. One that shows something now
// and then would put that off for ever. The time that it waited for an answer is not its own.
func (c *conversation) placeBy(s scene, now time.Time) time.Time {
	begun := latest(c.turn, c.waited)
	last := begun.Add(silentPatience + placePatience)
	if s.State.Condition == adapters.Starting && !now.Before(s.Changed.Add(stirPause)) {
		return soonest(last, latest(begun, s.Changed).Add(silentPatience))
	}
	return soonest(last, latest(begun, c.stir.since).Add(placePatience))
}

// stir is since when a screen moves.
type stir struct{ since, last time.Time }

func (m *stir) note(changed time.Time) {
	if changed.After(m.last) && changed.Sub(m.last) > stirPause {
		m.since = changed
	}
	m.last = changed
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// unread reports whether a person was called to a screen that nobody can read,
// and it only moves: that is no answer.
func (c *conversation) unread(s scene) bool {
	q := &c.asked
	if !q.open() || q.state.Kind != adapters.Unreadable || !s.Blind || s.Worked.After(q.since) {
		return false
	}
	switch s.State.Condition {
	case adapters.Starting, adapters.Idle, adapters.Done:
		return true
	case adapters.Working:
		return s.State.By == adapters.ByScreen
	}
	return false
}
