package orchestrator

import "time"

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
