package windowtest

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"rooda/pty/vt"
)

// Snapshot is what is to be seen.
func (w *Window) Snapshot() *vt.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.screen.Snapshot()
}

// Text is the same without colours.
func (w *Window) Text() string { return w.Snapshot().Text() }

// Raw is all that ever came.
func (w *Window) Raw() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Clone(w.raw)
}

// History is what has scrolled out at the top.
func (w *Window) History() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	first, end := w.screen.History()
	for _, l := range w.screen.Lines(first, int(end-first)) {
		b.WriteString(l.Text() + "\n")
	}
	return b.String()
}

// Await waits until the screen matches the pattern.
func (w *Window) Await(pattern string) {
	w.t.Helper()
	re := regexp.MustCompile(pattern)
	w.Until("show "+pattern, func(s *vt.Snapshot, _ []byte) bool { return re.MatchString(s.Text()) })
}

// Until waits until the screen and all that came are as they should be.
func (w *Window) Until(what string, ok func(*vt.Snapshot, []byte) bool) {
	w.t.Helper()
	late := time.AfterFunc(Patience, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	})
	defer late.Stop()
	begun := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	for !ok(w.screen.Snapshot(), w.raw) {
		if time.Since(begun) >= Patience {
			w.t.Fatalf("waited in vain for the window to %s; its screen:\n%s", what, w.screen.Snapshot().Text())
		}
		w.changed.Wait()
	}
}

// Settle waits until all that programs wrote has come: then the terminal
// itself answers a key, if it is not raw.
func (w *Window) Settle() {
	w.t.Helper()
	w.mu.Lock()
	w.settled++
	// No program is likely to print that many.
	key := bytes.Repeat([]byte{'\t'}, 3+w.settled)
	w.mu.Unlock()
	// A terminal that was full forgets to echo until the next key.
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	done := make(chan struct{})
	typed := make(chan struct{})
	go func() {
		defer close(typed)
		for {
			w.master.Write(append(key, '\r'))
			select {
			case <-again.C:
			case <-done:
				return
			}
		}
	}()
	w.Until("echo a key, which a cooked terminal does", func(_ *vt.Snapshot, raw []byte) bool {
		return bytes.HasSuffix(raw, append(key, "\r\n"...))
	})
	close(done)
	<-typed
	// The keys are not for whoever comes next.
	unix.IoctlSetInt(int(w.TTY.Fd()), flushInput, flushQueue)
}
