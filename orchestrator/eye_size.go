package orchestrator

import (
	"context"
	"time"

	"rooda/pty"
	"rooda/pty/vt"
)

// comparisons is how often, after a change of the size, the screen is compared with the
// terminal's until both are of the same output.
const comparisons = 20

// unsized reports whether the terminal does not tell its size, and, once for each time, that
// it may have changed.
func (e *eye) unsized() (unsized, moved bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	moved = e.attach
	e.attach = false
	return !e.sized, moved
}

// take is the size that the terminal has now. The output that was painted in it may have come
// before the word of it.
func (e *eye) take(now time.Time, size pty.Size) {
	if size != e.size {
		e.size, e.torn = size, comparisons
		e.resized(func() { e.watcher.Resize(now, int(size.Cols), int(size.Rows)) })
	}
}

// isTorn reports whether the screen is to be compared with the terminal's.
func (e *eye) isTorn() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.torn > 0
}

// fit follows what the terminal itself shows.
func (e *eye) fit(now time.Time, s *vt.Snapshot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	size := pty.Size{Cols: uint16(s.Cols), Rows: uint16(s.Rows)}
	if !e.sized {
		e.take(now, size)
	}
	if e.torn == 0 {
		return
	}
	if e.torn--; size != e.size || s.Offset != e.taken {
		return // more is on its way
	}
	e.torn = 0
	if e.screen.Snapshot().Text() == s.Text() {
		return
	}
	untold := *s
	untold.Title = "" // that is still as it was told
	e.resized(func() {
		e.watcher.Restore(now, append(append([]byte(vt.Afresh), untold.Styled()...), untold.ModeBytes()...))
	})
}

// missed notes that the terminal could not be compared with.
func (e *eye) missed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.torn = max(0, e.torn-1)
}

// fit follows the terminal where its size has changed, as people who attach may do at any time.
// One that does not tell its size, for its shim is an earlier rooda's, is asked.
func (d *driver) fit(ctx context.Context) {
	now := time.Now()
	unsized, moved := d.eye.unsized()
	asks := unsized && (moved || d.attended && !now.Before(d.fitted.Add(time.Second)))
	if !asks && (!d.eye.isTorn() || now.Before(d.fitted.Add(askAgain))) {
		return
	}
	d.fitted = now
	snapshot, err := d.term.Snapshot(ctx)
	if err != nil {
		d.eye.missed()
		return
	}
	d.eye.fit(time.Now(), snapshot)
}
