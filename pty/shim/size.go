package shim

import (
	"slices"
	"time"

	"rooda/pty"
)

const (
	// settle is how long a viewer's window keeps its size before the
	// terminal takes it: a window being dragged has many.
	settle = 50 * time.Millisecond
	// Homing is how long the terminal keeps the size of the last window that
	// was there: who comes back soon is not painted for twice.
	Homing = 10 * time.Second
)

// window notes the size of a viewer's window.
func (h *hub) window(v *viewer, size pty.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.window = size
	if h.policy == Latest && h.holder != v {
		return
	}
	h.later(&h.pending, settle, h.fit)
}

// fix sets the size whatever the windows are.
func (h *hub) fix(size pty.Size) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.own = size
	h.set(size)
	h.changed()
}

// goHome has the terminal take its own size when nobody's window is there for a
// while: rooda reads the screen of an agent that nobody looks at.
func (h *hub) goHome() {
	callOff(&h.home)
	if h.visited() {
		return
	}
	h.later(&h.home, Homing, func() {
		if h.policy != Fixed && !h.visited() {
			h.set(h.own)
		}
	})
}

// later has act called after a while, with the lock, in place of what that timer was to do.
func (h *hub) later(timer **time.Timer, d time.Duration, act func()) {
	callOff(timer)
	if h.ending {
		return
	}
	var own *time.Timer
	own = time.AfterFunc(d, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if *timer != own { // it was called off while it waited for the lock
			return
		}
		*timer = nil
		act()
		h.changed()
	})
	*timer = own
}

func callOff(timer **time.Timer) {
	if *timer != nil {
		(*timer).Stop()
		*timer = nil
	}
}

// halt leaves the terminal the size that it has.
func (h *hub) halt() {
	h.ending = true
	callOff(&h.pending)
	callOff(&h.home)
}

// visited says whether anybody is there whose window counts.
func (h *hub) visited() bool {
	return slices.ContainsFunc(h.viewers, func(v *viewer) bool {
		return !v.readOnly && v.window.Cols != 0 && v.window.Rows != 0
	})
}

// fit gives the terminal the size that the policy asks for.
func (h *hub) fit() {
	switch {
	case h.policy == Latest && h.holder != nil:
		h.set(h.holder.window)
	case h.policy == Smallest:
		h.set(h.smallest())
	}
}

// smallest is what fits into the windows of all who may type.
func (h *hub) smallest() (least pty.Size) {
	for _, v := range h.viewers {
		if v.readOnly || v.window.Cols == 0 || v.window.Rows == 0 {
			continue
		}
		if least.Cols == 0 {
			least = v.window
		}
		least = pty.Size{Cols: min(least.Cols, v.window.Cols), Rows: min(least.Rows, v.window.Rows)}
	}
	return least
}

// set passes a new size on. A window without a size asks for none.
func (h *hub) set(size pty.Size) {
	if size.Cols == 0 || size.Rows == 0 || size == h.size {
		return
	}
	h.size = size
	h.resize(size)
}
