package shim

import (
	"context"
	"slices"
	"time"

	"rooda/pty"
)

// typedStep is how often typing is told of: soon enough for whoever asks
// afterwards who it was that answered.
const typedStep = 200 * time.Millisecond

// typing notes that somebody typed, v when that one is attached. Only people
// have a hand at the keys that others wait for.
func (h *hub) typing(v *viewer, who string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if who == Human || v != nil {
		h.typed = now
	}
	if v != nil {
		h.keyed = now
	}
	news := now.Sub(h.told.touched) >= typedStep || who != h.told.by
	if news {
		h.told.typed, h.told.touched, h.told.by = h.typed, now, who
	}
	if v != nil && h.holder != v {
		h.viewers = append(slices.DeleteFunc(h.viewers, func(o *viewer) bool { return o == v }), v)
		h.holder = v
		h.fit()
		news = true
	}
	if news {
		h.changed()
	}
}

// line is where what a viewer types stands: whether it waits for others, and how many bytes
// had been typed before that.
type line struct {
	waits bool
	taken int64
}

// news reports whether that is news to who was told of another: a wait behind more bytes is, the end
// of one that they never heard of is not.
func (l line) news(told line) bool { return l != told && (l.waits || told.waits) }

// queue notes where that is. Word of a wait that is over already comes too late.
func (h *hub) queue(v *viewer, l line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !l.waits:
		v.settled = l.taken + 1
	case l.taken < v.settled:
		return
	}
	v.line = l
	h.changed()
}

// cut notes that a viewer's paste was ended, or that more of it was dropped.
func (h *hub) cut(v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.cuts++
	h.changed()
}

// overlong notes that something that a viewer typed was refused, or more behind it.
func (h *hub) overlong(v *viewer, long pty.LineError) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.long = &long
	h.changed()
}

// of is how it is with what a viewer types: where it stands, how often something of its paste was cut off,
// and what was refused last, nil for nothing.
func (h *hub) of(v *viewer) (stands line, cuts int, long *pty.LineError) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return v.line, v.cuts, v.long
}

// silence waits until nobody who is attached has typed for d.
func (h *hub) silence(ctx context.Context, d time.Duration) error {
	for {
		h.mu.Lock()
		left := time.Until(h.keyed.Add(d))
		h.mu.Unlock()
		if left <= 0 {
			return ctx.Err()
		}
		wait := time.NewTimer(left)
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return ctx.Err()
		}
	}
}

// silent says whether nobody who is attached has typed for d.
func (h *hub) silent(d time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Until(h.keyed.Add(d)) <= 0
}
