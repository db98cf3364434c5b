package adapters

import "time"

// settle is how long a screen must not change before it is read, delay
// how long a screen that goes on changing may stay unread, and unfinished
// the same for one in the middle of a synchronized update.
const settle, delay, unfinished = 20 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond

// Next is when Advance should be called although nothing has happened, zero
// for never.
func (w *Watcher) Next() time.Time {
	due := earlier(w.readable(), w.state.Until)
	if !w.evidence.Gone.IsZero() {
		due = earlier(due, w.evidence.Gone.Add(repaint))
	}
	if !w.narrowed.gone.IsZero() {
		due = earlier(due, w.narrowed.gone.Add(repaint))
	}
	return due
}

// earlier returns the first of two times of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// readable is when the screen should be read, zero when it has been.
func (w *Watcher) readable() time.Time {
	if w.dirty.IsZero() {
		return time.Time{}
	}
	due := later(w.evidence.Output, w.dirty).Add(settle) // a new size has no output
	if limit := w.dirty.Add(delay); limit.Before(due) {
		due = limit
	}
	if limit := w.dirty.Add(unfinished); w.painting && due.Before(limit) {
		due = limit
	}
	return due
}
