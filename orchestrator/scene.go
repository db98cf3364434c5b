package orchestrator

import (
	"time"

	"rooda/adapters"
	"rooda/pty"
)

// scene is what there is to see: the terminal, and the people at it.
type scene struct {
	adapters.View
	hands
}

// hands says who types: how many writers are attached, when a person last
// typed, when anybody but rooda did, and who that was.
type hands struct {
	writers int
	typed   time.Time
	touched time.Time
	who     string
	size    pty.Size  // the screen's
	homing  time.Time // until when the size that somebody has left is about to change, or has just changed back
}

// occupied reports whether a person has the composer: somebody typed a moment
// ago, or sits there having typed.
func (s scene) occupied(now time.Time) bool {
	return !s.typed.IsZero() && (s.writers > 0 || now.Before(s.typed.Add(courtesy)))
}

// attended is until when whoever is attached is taken to be at what stands there, because they
// have typed or changed the size of their window: a call would only tell them what they see.
func (s scene) attended() time.Time {
	if s.writers == 0 {
		return time.Time{}
	}
	return latest(s.typed, s.Resized).Add(courtesy)
}
