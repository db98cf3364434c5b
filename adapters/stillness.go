package adapters

import (
	"hash/maphash"
	"strings"
	"time"
)

// compare notes whether the text has changed; told is that without the clocks of the footer.
// Colours and clocks do not count.
func (w *Watcher) compare(at time.Time, text, told string) {
	if strings.TrimSpace(text) == "" && w.text == 0 {
		return
	}
	sum := w.sum(told)
	if sum == w.text {
		return
	}
	w.text = sum
	e := &w.evidence
	w.drift.note(at, w.shown, text)
	e.Worded, e.Stirred = w.drift.words, w.drift.stir
	if !e.Changed.IsZero() {
		if since := at.Sub(e.Changed); since <= burst {
			e.Burst, e.Settled = at, time.Time{}
		} else if since >= w.detector.signs.IdleQuiet && w.resting() {
			e.Settled = e.Changed.Add(w.detector.signs.IdleQuiet)
		}
	}
	e.Changed = at
}

// sum tells a text from others.
func (w *Watcher) sum(text string) uint64 { return maphash.String(w.seed, Untimed(text)) }

// resting reports whether what was on the screen until now was an agent at
// rest, and not one that asks, is stuck, or has been typed to.
func (w *Watcher) resting() bool {
	e := &w.evidence
	composer := len(w.detector.rules.idle) == 0 || w.detector.signs.BlindQuiet > 0 || e.Composer.Condition != ""
	return composer && e.Settled.IsZero() && e.Dialog == nil && e.Busy.Condition == "" && e.Sign.Condition == "" && !e.Input.After(e.Changed)
}
