package orchestrator

import (
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// repaint is how long an agent may take to paint itself anew after a change of the size.
const repaint = time.Second

// goHome notes until when the size is another's who has left, and the terminal is about to get its own back,
// or the agent paints itself in that. What is left after that is the terminal's own.
func (e *eye) goHome(now time.Time, h pty.Hands) {
	switch {
	case h.Writers > 0:
		e.hands.homing = time.Time{}
	case h.Size == e.home && h.Size != e.size:
		e.hands.homing = now.Add(repaint)
	case h.Size == e.home:
	case !e.sized || e.hands.writers > 0 || h.Size != e.size:
		e.hands.homing = now.Add(shim.Homing + repaint)
	case !now.Before(e.hands.homing):
		e.home = h.Size
	}
}

// people notes who is attached, and follows the size; it is a pty.Spec's Hands.
func (e *eye) people(h pty.Hands) {
	e.mu.Lock()
	if h.Size != (pty.Size{}) {
		e.goHome(time.Now(), h)
		e.sized = true
		e.take(time.Now(), h.Size)
	}
	e.hands.writers, e.attach = h.Writers, true
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
