package orchestrator

import (
	"time"

	"rooda/adapters"
)

// clock counts the time that an iteration may take.
type clock struct {
	spent   time.Duration
	last    time.Time
	stopped bool
}

// passed is the time that has counted, given that it is to count from now on
// unless stopped.
func (c *clock) passed(now time.Time, stopped bool) time.Duration {
	if !c.stopped {
		c.spent += now.Sub(c.last)
	}
	c.last, c.stopped = now, stopped
	return c.spent
}

// soonest returns the first of two times of which zero is never.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// paused reports whether time passes without counting. It counts for an agent
// that is stuck, whatever was told of it: such ones are what a limit is for.
func (c *conversation) paused(s scene, now time.Time) bool {
	waits := c.asked.open() && c.asked.state.Kind != adapters.Stuck
	return waits || !s.typed.IsZero() && now.Before(s.typed.Add(pondering))
}

// due is when a clock or a person's absence may change things.
func (c *conversation) due(s scene, now time.Time) time.Time {
	var due time.Time
	if c.timeout > 0 && !c.clock.stopped {
		due = now.Add(c.timeout - c.clock.spent)
	}
	if end := c.placeBy(s, now); c.placeless(s) && now.Before(end) {
		due = soonest(due, end)
	}
	if c.reacts(s, now) {
		due = soonest(due, c.waited.Add(placePatience))
	}
	for _, since := range []time.Time{c.asked.vain, c.asked.veiled} {
		if end := since.Add(Vanish); !since.IsZero() && now.Before(end) {
			due = soonest(due, end)
		}
	}
	if end := c.asked.ripe(); !end.IsZero() {
		for _, end := range []time.Time{end, s.attended()} {
			if now.Before(end) {
				due = soonest(due, end)
			}
		}
	}
	for _, end := range []time.Time{s.typed.Add(courtesy), s.typed.Add(pondering)} {
		if !s.typed.IsZero() && now.Before(end) {
			due = soonest(due, end)
		}
	}
	return due
}
