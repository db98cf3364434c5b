package orchestrator

import (
	"time"

	"rooda/adapters"
)

// dawn is the first screen with a composer of an agent whose text travelled as an argument: it may
// have worked, and answered, before it first rests. The zero dawn has seen none.
type dawn struct {
	above string
	at    time.Time
	asked bool // a question of the agent's work has been answered since
}

// look takes the screen as it is now.
func (d *dawn) look(c *conversation, s scene, now time.Time) {
	if c.current == nil && c.prompt != "" && d.at.IsZero() && s.Composing && s.Current {
		d.above, d.at = s.Above, now
	}
}

// note takes what the conversation tells.
func (d *dawn) note(told Talk) {
	answer, ok := told.(InteractionAnswered)
	d.asked = d.asked || ok && !d.at.IsZero() && answer.Kind != adapters.Trust && answer.Kind != adapters.Auth
}

// begins is what stood above the composer, and when, before anything came of a text that travelled
// as an argument, told at the first rest. What came until then may be what a program shows as it
// starts, unless something looked like work, or was asked, since it first had a composer.
func (c *conversation) begins(s scene, now time.Time) (above string, at time.Time) {
	if d := c.dawn; !c.known && !d.at.IsZero() && (d.asked || !s.Toiled.Before(d.at)) {
		return d.above, d.at
	}
	return s.Above, now
}

// vows reports whether a screen without an echo of a text has a promise that the text has not.
func vows(above, text string) bool {
	return between("", above, false).promises(text)
}
