package orchestrator

import (
	"time"

	"rooda/pty"
)

// people notes who is attached, and follows the size; it is a pty.Spec's Hands.
func (e *eye) people(h pty.Hands) {
	e.mu.Lock()
	e.hands.writers, e.attach = h.Writers, true
	if h.Size != (pty.Size{}) {
		e.sized = true
		e.take(time.Now(), h.Size)
	}
	if h.Typed.After(e.hands.typed) || h.Touched.After(e.hands.touched) {
		e.watcher.Input(time.Now())
	}
	if h.Typed.After(e.hands.typed) {
		e.hands.typed = h.Typed
	}
	if h.Touched.After(e.hands.touched) {
		e.hands.touched, e.hands.who = h.Touched, h.By
	}
	e.mu.Unlock()
	e.poke()
}

// typing notes that rooda types, or, with a name, that somebody does through it.
// Who only decided what rooda types does not hold the keys.
func (e *eye) typing(now time.Time, who string, decided bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if who == "" || decided {
		e.watcher.Own(now)
	} else {
		e.watcher.Input(now)
		e.hands.typed = now
	}
	if who != "" {
		e.hands.touched, e.hands.who = now, who
	}
}
