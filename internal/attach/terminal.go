package attach

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"rooda/pty"
)

// ErrNoTerminal says that standard input or output is not a terminal.
var ErrNoTerminal = errors.New("not a terminal")

// Terminal is a person's terminal. Its methods are for one goroutine, except
// Restore.
type Terminal struct {
	in, out *os.File // opened anew where possible, so that calls on them can be interrupted
	fd      int      // of the standard input it was opened with
	opened  []*os.File
	// wakeful says that a read can be interrupted.
	wakeful bool

	mu    sync.Mutex
	usual *term.State // what to restore, nil when there is nothing
}

// OpenTerminal takes the terminal that both files are. It changes nothing yet.
// The error is ErrNoTerminal when one of them is none.
func OpenTerminal(in, out *os.File) (*Terminal, error) {
	for _, f := range []*os.File{in, out} {
		if !term.IsTerminal(int(f.Fd())) {
			return nil, fmt.Errorf("open terminal: %s: %w", f.Name(), ErrNoTerminal)
		}
	}
	t := &Terminal{in: in, out: out, fd: int(in.Fd())}
	if f := reopen(in, os.O_RDONLY); f != nil {
		t.in, t.opened, t.wakeful = f, append(t.opened, f), true
	}
	if f := reopen(out, os.O_WRONLY); f != nil {
		t.out, t.opened = f, append(t.opened, f)
	}
	return t, nil
}

// reopen opens the terminal f again. Another description is non-blocking
// without making the shell's so; nil when deadlines do not work on it.
func reopen(f *os.File, how int) *os.File {
	path := terminalPath(f)
	if path == "" {
		return nil
	}
	again, err := os.OpenFile(path, how|noControl, 0)
	if err != nil {
		return nil
	}
	if !sameDevice(f, again) || again.SetDeadline(time.Time{}) != nil {
		again.Close()
		return nil
	}
	return again
}

// Size returns the terminal's size.
func (t *Terminal) Size() (pty.Size, error) {
	cols, rows, err := term.GetSize(t.fd)
	if err != nil {
		return pty.Size{}, fmt.Errorf("ask terminal for its size: %w", err)
	}
	if cols <= 0 || rows <= 0 {
		return pty.Size{Cols: 80, Rows: 24}, nil // a terminal that nobody gave a size
	}
	return pty.Size{Cols: uint16(cols), Rows: uint16(rows)}, nil
}

// Raw makes the terminal hand over every key as it comes.
func (t *Terminal) Raw() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	state, err := term.MakeRaw(t.fd)
	if err != nil {
		return fmt.Errorf("make terminal raw: %w", err)
	}
	if t.usual == nil {
		t.usual = state
	}
	return nil
}

// Restore undoes Raw, once, unless another program has the terminal by now, which has set it.
func (t *Terminal) Restore() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.usual == nil {
		return nil
	}
	state := t.usual
	t.usual = nil
	if !t.foreground() {
		return nil
	}
	if err := term.Restore(t.fd, state); err != nil {
		return fmt.Errorf("restore terminal: %w", err)
	}
	return nil
}

// write writes all of p, for as long as it takes.
func (t *Terminal) write(p []byte) error {
	_, err := t.out.Write(p)
	return err
}

// Say writes a last word, unless the terminal does not take it within a moment, or cannot be
// asked to hurry.
func (t *Terminal) Say(text string) {
	if t.out.SetWriteDeadline(time.Now().Add(hurry)) == nil {
		t.write([]byte(text))
		t.patient()
	}
}

// hurry gives writes d from now on, one that is going on included.
func (t *Terminal) hurry(d time.Duration) {
	t.out.SetWriteDeadline(time.Now().Add(d)) // one that cannot have a deadline has none
}

// interrupt does the same, and ends a read at once. Any goroutine may call it.
func (t *Terminal) interrupt(d time.Duration) {
	t.hurry(d)
	t.in.SetReadDeadline(time.Unix(1, 0))
}

// patient takes the limits of hurry and interrupt away.
func (t *Terminal) patient() {
	t.out.SetWriteDeadline(time.Time{})
	t.in.SetReadDeadline(time.Time{})
}

// Close gives up what OpenTerminal opened.
func (t *Terminal) Close() error {
	err := t.Restore()
	for _, f := range t.opened {
		err = errors.Join(err, f.Close())
	}
	return err
}
