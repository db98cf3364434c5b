package orchestrator

import (
	"slices"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// TypedSince is what somebody has typed last at an agent, in the folder of its iteration, since it asked
// what its task's last host had not heard to be answered; nil for nothing. What that host itself was to type counts
// as typed by who approved it.
func TypedSince(dir string, t *session.Task) *shim.Deed {
	if t == nil || t.Interaction == nil {
		return nil
	}
	if d := lastTyped(dir, t.Deeds, t.Interaction.Since); d != nil {
		return d
	}
	if a := givenAnswer(dir, t); a != nil && a.Fingerprint == t.Interaction.Fingerprint {
		return &shim.Deed{What: shim.Typed, By: a.By, At: a.At}
	}
	return nil
}

// lastTyped is what somebody has typed last at an agent, in the folder of its iteration, since a time, of what was done
// after a number; nil for nothing.
func lastTyped(dir string, after int, since time.Time) *shim.Deed {
	deeds, err := shim.Deeds(dir, after)
	if err != nil {
		return nil // it counts as open
	}
	for _, d := range slices.Backward(deeds) {
		if d.What == shim.Typed && d.Last().After(since) {
			return &d
		}
	}
	return nil
}
