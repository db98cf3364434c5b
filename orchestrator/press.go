package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

const (
	// typePatience is how long a program may not read what is typed.
	typePatience = 10 * time.Second
	// typeAgain is the pause after keys that a terminal has refused.
	typeAgain = time.Second
	// behindPatience is how long a terminal may refuse keys because of what others type, or have typed,
	// and behindLapse after how long without another such refusal that counts anew: a try takes less.
	behindPatience, behindLapse = 30 * time.Second, 10 * time.Second
)

// stroke is what is typed for somebody, or for rooda; decided says that the keys follow from
// what somebody decided, who did not name them, leads that more of the same piece follows, follows
// that they are not its first, and extends that they go on with a paste.
type stroke struct {
	keys, by string
	decided  bool
	leads    bool
	follows  bool
	extends  bool
}

// carry types the keys of a move. Of those that were not typed nothing is told, and the
// conversation is asked again when the terminal takes them, or others leave it the turn. Those
// of which some may be on their way are not typed again: an arrow would go a line too far.
func (d *driver) carry(ctx context.Context, m *move) {
	people, untouched := d.in.Person.requests(), true
	led, err := d.poise(ctx, people, m.undo, func() time.Time { return d.reconsider(ctx, m) })
	switch {
	case err == nil && len(m.keys) == 0:
		d.cease(ctx)
		return
	case err == nil && ctx.Err() != nil:
		err = ctx.Err()
	case err == nil:
		untouched = false
		finishing, cancel := finishing(ctx)
		defer cancel()
		err = d.strike(finishing, m, led, people)
	}
	switch {
	case err == nil, errors.Is(err, pty.ErrExited): // they may be what ended it
		d.barred, d.behind = time.Time{}, time.Time{}
	case ctx.Err() != nil && untouched: // the next host decides anew
		if m.undo != nil {
			m.undo()
		}
		m.keys, m.tell = nil, nil
	case errors.Is(err, shim.ErrBegun), errors.Is(err, context.Canceled):
		d.adrift(m, err)
	case errors.Is(err, shim.ErrUnreachable):
		m.undo()
		m.keys, m.tell, m.until = nil, nil, time.Now()
	case errors.Is(err, shim.ErrTurn), errors.Is(err, shim.ErrUnread):
		d.wait(m, err)
	case errors.Is(err, shim.ErrPaste), tooLong(err):
		d.untyped(m, astray(err))
	case errors.Is(err, context.DeadlineExceeded):
		d.adrift(m, err)
	default:
		m.undo()
		m.keys, m.tell = nil, nil
		if d.barred.IsZero() {
			m.tell = Warning{"the agent's terminal takes no keys: " + err.Error()}
		}
		m.until = time.Now().Add(typeAgain)
		d.barred = m.until
	}
}

// wait has a move tried again whose keys come behind what others type, or have typed. Where that takes
// too long they count as typed in vain, so that a person is called.
func (d *driver) wait(m *move, err error) {
	now := time.Now()
	if now.Sub(d.refused) > behindLapse {
		d.behind = time.Time{} // nobody wanted those any more
	}
	d.refused = now
	if !d.behind.IsZero() && now.Sub(d.behind) >= behindPatience {
		d.behind = time.Time{}
		d.untyped(m, astray(err))
		return
	}
	m.undo()
	m.keys, m.tell = nil, nil
	if d.behind.IsZero() {
		d.behind, m.tell = now, Warning{"what rooda has to type waits: " + err.Error()}
	}
	m.until = now
}

// untyped is what becomes of a move none of whose keys were typed, and that is not tried again.
func (d *driver) untyped(m *move, why string) {
	if m.cut != nil {
		m.cut(why, false)
	}
	if m.tell != nil {
		m.tell = Warning{"what " + cmp.Or(m.by, "rooda") + " was to type was not: " + why}
	}
}

// adrift is what becomes of a move whose keys may have been typed: all of them, some, or none.
func (d *driver) adrift(m *move, err error) {
	why := astray(err)
	if m.cut != nil {
		m.cut(why, true)
	}
	if m.tell != nil {
		m.tell = doubtful(m.by, why)
	}
}

// tooLong says whether keys were refused that would have been lost, now and whenever they are tried again.
func tooLong(err error) bool {
	var line *pty.LineError
	return errors.As(err, &line)
}

// astray says why nobody knows whether keys were typed.
func astray(err error) string {
	switch {
	case errors.Is(err, shim.ErrUnreachable):
		return "the agent's terminal stopped answering while it was typed"
	case errors.Is(err, shim.ErrTurn) && errors.Is(err, shim.ErrBegun):
		return "others began to type in the middle of it"
	case errors.Is(err, shim.ErrTurn):
		return shim.ErrTurn.Error()
	case tooLong(err):
		return err.Error()
	case errors.Is(err, context.Canceled):
		return "the agent was being ended"
	case errors.Is(err, shim.ErrPaste):
		return "the agent was let out of the paste, of which no more came"
	}
	return "the agent does not read what is typed"
}

func doubtful(by, why string) Warning {
	return Warning{"what " + cmp.Or(by, "rooda") + " typed may not have arrived: " + why}
}

// press types, and fails with shim.ErrUnreachable where the terminal does not answer. Then nothing was
// typed, because a request that is given up before it is read is never heeded, unless the error is
// shim.ErrBegun as well. Meanwhile people are served, nil for none of them.
func (d *driver) press(ctx context.Context, s stroke, people <-chan request) error {
	begun := time.Now()
	err := d.input(ctx, s, people)
	silent := errors.Is(err, shim.ErrUnreachable)
	unread := !silent && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded)
	if unread && !d.answers(ctx) {
		silent, err = true, fmt.Errorf("%w: %w", shim.ErrUnreachable, err)
	}
	if silent {
		d.doubt(begun)
	}
	if s.keys != "" && (err == nil || unread && !silent || errors.Is(err, shim.ErrBegun)) {
		d.eye.typing(time.Now(), s.by, s.decided)
		if strings.HasSuffix(s.keys, "\x1b") {
			d.escaped = time.Now().Add(vt.EscapePause)
		}
	}
	return err
}

// input waits until the terminal has taken the keys, which follow no lone Escape too soon. What people want
// to type waits its turn.
func (d *driver) input(ctx context.Context, s stroke, people <-chan request) error {
	limited, cancel := context.WithTimeout(ctx, typePatience)
	defer cancel()
	taken := make(chan error, 1)
	write := d.term.Input
	switch l, ok := d.term.(leader); {
	case ok && s.extends:
		write = l.Extend
	case ok && s.follows:
		write = func(ctx context.Context, p []byte) error { return l.Pursue(ctx, p, s.leads) }
	case ok && s.leads:
		write = l.Lead
	}
	alone := time.Until(d.escaped)
	go func() {
		if s.keys != "" && !paused(limited, alone) {
			taken <- limited.Err()
			return
		}
		taken <- write(limited, []byte(s.keys))
	}()
	for {
		select {
		case err := <-taken:
			return err
		case r := <-people:
			d.attend(ctx, r)
		}
	}
}

// attend serves somebody while something is typed. What they want to type waits its turn.
func (d *driver) attend(ctx context.Context, r request) {
	if len(r.keys) > 0 {
		d.queued = append(d.queued, r)
		return
	}
	d.reply(ctx, r)
}

// catchUp types what people wanted to while something else was being typed, and still want.
func (d *driver) catchUp(ctx context.Context) {
	queued := d.queued
	d.queued = nil
	for _, r := range queued {
		select {
		case <-r.over:
		default:
			d.reply(ctx, r)
		}
	}
}
