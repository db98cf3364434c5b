package attach

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"rooda/pty/vt"
)

// patience is the longest that a test waits for anything.
const patience = 10 * time.Second

// window is a person's terminal in a test: a pseudo-terminal with an emulator
// behind it. It can drain what comes or stall, type, and tell what was left
// on.
type window struct {
	t      testing.TB
	master *os.File
	tty    *os.File // the other end, where a program is

	mu      sync.Mutex
	changed *sync.Cond
	stalled bool
	screen  *vt.Screen
	raw     []byte
	asked   int // queries that reached it
	usual   unix.Termios
}

func newWindow(t testing.TB, cols, rows int) *window {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	w := &window{t: t, master: master, tty: tty, screen: vt.New(vt.Options{Cols: cols, Rows: rows, Version: "window"})}
	w.changed = sync.NewCond(&w.mu)
	w.setSize(cols, rows)
	w.usual = w.termios()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		w.drain()
	}()
	t.Cleanup(func() {
		w.stall(false)
		tty.Close()
		master.Close()
		<-drained
	})
	return w
}

// drain is the emulator: it reads while it is not stalled, and answers
// queries as terminals do.
func (w *window) drain() {
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

func (w *window) stall(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stalled = on
	w.changed.Broadcast()
}

func (w *window) keys(text string) {
	w.t.Helper()
	if _, err := w.master.Write([]byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *window) setSize(cols, rows int) {
	w.t.Helper()
	if err := pty.Setsize(w.master, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.screen.Resize(cols, rows)
}

func (w *window) termios() unix.Termios {
	w.t.Helper()
	state, err := unix.IoctlGetTermios(int(w.tty.Fd()), getTermios)
	if err != nil {
		w.t.Fatal(err)
	}
	return *state
}

func (w *window) snapshot() *vt.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.screen.Snapshot()
}

func (w *window) text() string { return w.snapshot().Text() }

// history is what has scrolled out at the top.
func (w *window) history() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	first, end := w.screen.History()
	for _, l := range w.screen.Lines(first, int(end-first)) {
		b.WriteString(l.Text() + "\n")
	}
	return b.String()
}

// await waits until the screen matches the pattern.
func (w *window) await(pattern string) {
	w.t.Helper()
	re := regexp.MustCompile(pattern)
	w.until(func() bool { return re.MatchString(w.screen.Snapshot().Text()) }, "the screen to show "+pattern)
}

// until waits until ok is true; it is asked with the lock held.
func (w *window) until(ok func() bool, what string) {
	w.t.Helper()
	late := time.AfterFunc(patience, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	})
	defer late.Stop()
	begun := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	for !ok() {
		if time.Since(begun) >= patience {
			w.t.Fatalf("waited in vain for %s; screen:\n%s", what, w.screen.Snapshot().Text())
		}
		w.changed.Wait()
	}
}

// settle waits until all that programs wrote has come: then the terminal
// itself answers a key, if it is not raw.
func (w *window) settle() {
	w.t.Helper()
	w.until(func() bool {
		left, err := unix.IoctlGetInt(int(w.tty.Fd()), unix.TIOCOUTQ)
		return err != nil || left == 0
	}, "the terminal to take its output")
	w.keys("\r")
	w.until(func() bool { return bytes.HasSuffix(w.raw, []byte("\r\n")) }, "the echo of a cooked terminal")
	w.tty.Read(make([]byte, 10)) // the key is not for whoever comes next
}

// leftover says what a program has left on, empty for nothing.
func (w *window) leftover() string {
	w.t.Helper()
	var b []byte
	if now := w.termios(); now != w.usual {
		b = fmt.Appendf(b, "termios %+v, were %+v; ", now, w.usual)
	}
	sn := w.snapshot()
	if names := fmt.Sprint(sn.Modes.Names()); names != "[auto_wrap cursor_visible]" {
		b = fmt.Appendf(b, "modes %s; ", names)
	}
	for _, flags := range sn.Keyboard.Kitty {
		if flags != 0 {
			b = fmt.Appendf(b, "kitty keys %v; ", sn.Keyboard.Kitty)
		}
	}
	if sn.Keyboard.OtherKeys != 0 {
		b = fmt.Appendf(b, "modifyOtherKeys %d; ", sn.Keyboard.OtherKeys)
	}
	if sn.Cursor.Shape != 0 {
		b = fmt.Appendf(b, "cursor shape %d; ", sn.Cursor.Shape)
	}
	if sn.Title != "" {
		b = fmt.Appendf(b, "title %q; ", sn.Title)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked > 0 {
		b = fmt.Appendf(b, "%d queries reached the terminal; ", w.asked)
	}
	for _, mode := range tally(w.raw) {
		b = fmt.Appendf(b, "%s; ", mode)
	}
	return string(b)
}

var modeChange = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>=])([0-9;]*)(u)`)

// tally counts in the bytes alone which modes were switched on and not off,
// and kitty levels that were pushed and not popped: a second opinion.
func tally(raw []byte) []string {
	on, order, pushed := map[string]bool{}, []string{}, 0
	for _, m := range modeChange.FindAllSubmatch(raw, -1) {
		if len(m[5]) > 0 {
			switch n := 1; string(m[3]) {
			case ">":
				pushed++
			case "<":
				fmt.Sscan(string(m[4]), &n)
				pushed -= n
			}
			continue
		}
		for mode := range strings.SplitSeq(string(m[1]), ";") {
			if _, known := on[mode]; !known {
				order = append(order, mode)
			}
			on[mode] = string(m[2]) == "h"
		}
	}
	var left []string
	for _, mode := range order {
		usual := mode == "7" || mode == "25"
		if on[mode] != usual {
			left = append(left, "mode "+mode+" in the bytes")
		}
	}
	if pushed > 0 {
		left = append(left, fmt.Sprint(pushed, " kitty levels in the bytes"))
	}
	return left
}
