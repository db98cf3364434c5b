package orchestrator

import (
	"context"
	"errors"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// typePatience is how long a program may not read what is typed.
const typePatience = 10 * time.Second

// carry types the keys of a move. Of those that could not be typed nothing is told, and the
// conversation is asked again when the terminal answers.
func (d *driver) carry(m *move) {
	err := d.press(m.keys, m.by, true)
	if err == nil || errors.Is(err, pty.ErrExited) { // they may be what ended it
		return
	}
	silent := errors.Is(err, shim.ErrUnreachable)
	// A program that does not read a paste is seen by what does not come of it: some of it
	// may be on its way.
	unread := errors.Is(err, context.DeadlineExceeded) && m.tell != nil
	if silent || unread {
		m.undo()
		m.until = time.Now()
	}
	if m.tell = nil; silent || unread {
		m.keys = ""
	}
}

// press types keys for somebody, or for rooda; decided says that they follow from what somebody
// decided, who did not name them. It fails with shim.ErrUnreachable where they were
// not typed because the terminal does not answer: a request that is given up before it is read
// is never heeded.
func (d *driver) press(keys, by string, decided bool) error {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), typePatience)
	defer cancel()
	err := d.term.Input(ctx, []byte(keys))
	switch {
	case errors.Is(err, shim.ErrUnreachable):
		d.doubt(begun)
		return err
	case errors.Is(err, context.DeadlineExceeded) && !d.answers(context.Background()):
		d.doubt(begun)
		return errors.Join(shim.ErrUnreachable, err)
	}
	d.eye.typing(time.Now(), by, decided)
	return err
}
