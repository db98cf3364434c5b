package orchestrator

import (
	"time"

	"rooda/adapters"
)

// blank is how long lines must have been gone from a screen, with nothing in
// their place, before they are no longer only painted anew.
const blank = time.Second

// erasure follows what stood above the composer at the last Enter. An answer may
// say the same as the last one, or nothing else than in another number; that it
// is one can be seen where the agent takes the last one away, shows nothing for a
// while, and writes it again. The zero erasure follows nothing.
type erasure struct {
	entered []row // of the whole screen
	above   []row
	text    string // of the screen when last looked at
	at      time.Time
	gone    int       // how many of those are not there
	since   time.Time // zero while none is gone
	written bool
}

// begin takes the screen as it is at an Enter.
func (e *erasure) begin(s scene, now time.Time) {
	*e = erasure{entered: rowsOf(s.Text), above: rowsOf(s.Above), text: s.Text, at: now}
}

// look takes the screen as it is now. What covers lines, or moves them, erases none.
func (e *erasure) look(s scene, now time.Time) {
	if !e.written && (s.State.Dialog != nil || s.State.Condition == adapters.Blocked || s.Covered || s.Resized.After(e.at)) {
		*e = erasure{}
	}
	if len(e.above) == 0 || e.written || s.Text == e.text {
		return
	}
	e.text = s.Text
	gone := len(e.above) - compare(e.above, rowsOf(s.Above), false).same
	switch {
	case gone > 0 && compare(e.entered, rowsOf(s.Text), false).added == 0:
		if e.since.IsZero() {
			e.since = now
		}
		e.gone = max(e.gone, gone)
	case !e.since.IsZero():
		e.written = gone < e.gone && !now.Before(e.since.Add(blank))
		e.gone, e.since = 0, time.Time{}
	}
}
