package pty

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// LineError says that nothing was typed, because the agent's terminal takes input by the line and keeps no
// line that long: the rest of it would have been lost without a word.
type LineError struct {
	// Bytes is how long the line would have been, and Max how long one may be, without its end.
	Bytes int `json:"bytes"`
	Max   int `json:"max"`
	// Stood is how much of Bytes has been typed before and still stands there, unless the agent has
	// thrown it away since, which nobody is told.
	Stood int `json:"stood,omitempty"`
}

func (e *LineError) Error() string {
	text := fmt.Sprintf("the agent reads by the line, and its terminal keeps %d bytes of one, not %d", e.Max, e.Bytes)
	if e.Stood > 0 {
		text += fmt.Sprintf(", of which %d stand there already", e.Stood)
	}
	return text
}

// Fits returns a *LineError where typing p now would lose a part of it. Type looks for that itself;
// this is for who types a text in pieces.
func (l *Local) Fits(ctx context.Context, p []byte) error {
	if err := l.beginWrite(ctx); err != nil {
		return err
	}
	defer func() { <-l.writing }()
	return l.fits(p)
}

// fits is Fits while writing is held.
func (l *Local) fits(p []byte) error {
	t := settings(l.slave)
	if t == nil || t.Lflag&unix.ICANON == 0 {
		return nil
	}
	longest, _ := measure(t, l.line, p)
	if longest <= maxInputLine {
		return nil
	}
	refused := &LineError{Bytes: longest, Max: maxInputLine}
	if alone, _ := measure(t, 0, p); alone < longest {
		refused.Stood = l.line
	}
	return refused
}

// typed takes note of what went in, while writing is held: the line that it ends in goes on.
func (l *Local) typed(p []byte) {
	t := settings(l.slave)
	if t == nil || t.Lflag&unix.ICANON == 0 {
		l.line = 0 // who reads has it, and so has who goes back to lines
		return
	}
	_, l.line = measure(t, l.line, p)
}

// settings are the terminal's, nil where there are none any more.
func settings(slave *os.File) (t *unix.Termios) {
	conn, err := slave.SyscallConn()
	if err != nil {
		return nil
	}
	_ = conn.Control(func(fd uintptr) { // closed at the agent's end
		t, _ = unix.IoctlGetTermios(int(fd), getTermios)
	})
	return t
}

// measure returns how long the longest line becomes when p goes on with one of so many bytes, and how long
// the last then is. A character that is erased counts as one byte, and words that are count on.
func measure(t *unix.Termios, line int, p []byte) (longest, last int) {
	is := func(b byte, what ...int) bool {
		for _, i := range what {
			if t.Cc[i] == b && b != noControl {
				return true
			}
		}
		return false
	}
	extended := t.Lflag&unix.IEXTEN != 0
	literal := false
	for _, b := range p {
		if t.Iflag&unix.ISTRIP != 0 {
			b &= 0x7f
		}
		switch {
		case literal:
			literal = false
			line++
			longest = max(longest, line)
		case extended && is(b, unix.VLNEXT):
			literal = true
		case t.Lflag&unix.ISIG != 0 && is(b, unix.VINTR, unix.VQUIT, unix.VSUSP):
			if t.Lflag&unix.NOFLSH == 0 {
				line = 0
			}
		case t.Iflag&unix.IXON != 0 && is(b, unix.VSTART, unix.VSTOP):
		case b == '\r' && t.Iflag&unix.IGNCR != 0:
		case ends(t, b), is(b, unix.VEOF, unix.VEOL), extended && is(b, unix.VEOL2), is(b, unix.VKILL):
			line = 0
		case is(b, unix.VERASE):
			line = max(line-1, 0)
		case extended && is(b, unix.VWERASE, unix.VREPRINT):
		default:
			line++
			longest = max(longest, line)
		}
	}
	return longest, line
}

// ends says whether a byte becomes the end of a line.
func ends(t *unix.Termios, b byte) bool {
	switch b {
	case '\r':
		return t.Iflag&unix.ICRNL != 0
	case '\n':
		return t.Iflag&unix.INLCR == 0
	}
	return false
}
