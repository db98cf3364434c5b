package shim

import (
	"slices"
	"sync"
	"time"

	"rooda/pty"
)

// hub knows who is attached, who types, and which windows the terminal's size
// follows.
type hub struct {
	resize func(pty.Size)

	mu      sync.Mutex
	viewers []*viewer // writers in the order in which they typed, the latest last
	holder  *viewer   // who typed last of those who are there, nil for nobody
	policy  SizePolicy
	size    pty.Size
	own     pty.Size // while no window is there: that of the start, or what was asked for since
	typed   time.Time
	keyed   time.Time     // the same of those who are attached
	told    standing      // what is said of typing
	deeds   int           // number of the last that is on disk
	pending *time.Timer   // has the size follow a window, nil for none
	home    *time.Timer   // gives the terminal its own size back, nil for none
	ending  bool          // the agent ends: none of them is started any more
	change  chan struct{} // closed at the next change
}

func newHub(size pty.Size, resize func(pty.Size)) *hub {
	return &hub{policy: Latest, size: size, own: size, resize: resize, change: make(chan struct{})}
}

// standing returns how things are, and a channel that is closed when they change.
func (h *hub) standing() (standing, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.told
	s.size, s.viewers, s.holder, s.deeds, s.policy = h.size, len(h.viewers), h.holder, h.deeds, h.policy
	for _, v := range h.viewers {
		if !v.readOnly {
			s.writers++
		}
	}
	return s, h.change
}

func (h *hub) changed() {
	close(h.change)
	h.change = make(chan struct{})
}

func (h *hub) join(v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewers = append(h.viewers, v)
	if v.policy != "" {
		h.policy = v.policy
	}
	first := h.holder == nil && !v.readOnly
	if first {
		h.holder = v
	}
	switch {
	case v.policy == Fixed:
		h.set(v.window)
	case first, v.policy != "", h.policy == Smallest:
		h.fit()
	}
	h.changed()
}

func (h *hub) leave(v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.viewers = slices.DeleteFunc(h.viewers, func(o *viewer) bool { return o == v })
	if h.holder == v {
		h.holder = nil
		for _, next := range slices.Backward(h.viewers) {
			if !next.readOnly {
				h.holder = next
				break
			}
		}
		h.fit()
	} else if h.policy == Smallest {
		h.fit()
	}
	h.goHome()
	h.changed()
}

// dismiss makes the viewer go that typed last, or all, and says
// how many that are.
func (h *hub) dismiss(all bool) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, v := range h.viewers {
		if (all || v == h.holder) && !v.leaving {
			v.leaving = true
			close(v.dismissed)
			n++
		}
	}
	return n
}

// noted notes that deeds are on disk.
func (h *hub) noted(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deeds = n
	h.changed()
}

// logFailed notes that output is not in the log any more.
func (h *hub) logFailed(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told.logErr = err.Error()
	h.changed()
}

// hurry ends what is pending and lets no viewer delay the end for long.
func (h *hub) hurry() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.halt()
	for _, v := range h.viewers {
		v.socket.conn.SetWriteDeadline(time.Now().Add(lastWord))
	}
}
