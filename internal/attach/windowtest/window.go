package windowtest

import (
	"os"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"rooda/internal/ptmx"
	"rooda/pty/vt"
)

// Patience is the longest that a test waits for anything.
const Patience = 15 * time.Second

// Window is a person's terminal. Its methods may be called from any goroutine.
type Window struct {
	// TTY is the end where programs are.
	TTY *os.File

	t      testing.TB
	master *os.File
	usual  unix.Termios

	mu      sync.Mutex
	changed *sync.Cond
	stalled bool
	screen  *vt.Screen
	raw     []byte
	asked   int // queries that reached it
	settled int
}

// New opens a window, which is closed at the end of the test.
func New(t testing.TB, cols, rows int) *Window {
	t.Helper()
	master, tty, err := ptmx.Open()
	if err != nil {
		t.Fatal(err)
	}
	w := &Window{t: t, master: master, TTY: tty, screen: vt.New(vt.Options{Cols: cols, Rows: rows, Scrollback: 10_000, Version: "window"})}
	w.changed = sync.NewCond(&w.mu)
	w.SetSize(cols, rows)
	w.usual = w.Termios()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		w.drain()
	}()
	t.Cleanup(func() {
		w.Stall(false)
		tty.Close()
		master.Close()
		<-drained
	})
	return w
}

// drain is the emulator: it reads while it is not stalled, and answers
// queries as terminals do.
func (w *Window) drain() {
	buf := make([]byte, 32<<10)
	for {
		w.mu.Lock()
		for w.stalled {
			w.changed.Wait()
		}
		w.mu.Unlock()
		n, err := w.master.Read(buf)
		w.mu.Lock()
		w.raw = append(w.raw, buf[:n]...)
		w.screen.Write(buf[:n])
		for _, r := range w.screen.Replies() {
			w.asked++
			w.master.Write(r.Data)
		}
		w.changed.Broadcast()
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Stall makes it stop reading, or go on.
func (w *Window) Stall(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stalled = on
	w.changed.Broadcast()
}

// Keys types.
func (w *Window) Keys(text string) {
	w.t.Helper()
	if _, err := w.master.Write([]byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

// SetSize resizes the window; programs in its foreground get SIGWINCH.
func (w *Window) SetSize(cols, rows int) {
	w.t.Helper()
	// Asking the master for its descriptor would make it blocking.
	if err := unix.IoctlSetWinsize(int(w.TTY.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)}); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.screen.Resize(cols, rows)
}

// Hangup closes the window: programs on it are told by SIGHUP and find their
// terminal gone.
func (w *Window) Hangup() {
	w.TTY.Close()
	w.master.Close()
}

// Termios is what stty shows.
func (w *Window) Termios() unix.Termios {
	w.t.Helper()
	state, err := unix.IoctlGetTermios(int(w.TTY.Fd()), readTermios)
	if err != nil {
		w.t.Fatal(err)
	}
	return *state
}
