package orchestrator

import (
	"context"
	"errors"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// promptly is how soon the turn comes where nobody has it.
const promptly = 20 * time.Millisecond

// poise takes the turn at a terminal where others type, too, before rooda types what it has decided to, and
// has that decided again: what others have typed meanwhile may have led to another question. undo takes the
// decision back, and decide makes another, or says when to try again because the screen is not read yet.
// led says that the terminal is rooda's, for a second at most: the keys go on by Pursue, and where there
// are none any more cease leaves it to others. Where it fails, nothing was typed. A shim of an earlier
// rooda keeps no turn, and waits for another before it types.
func (d *driver) poise(ctx context.Context, people <-chan request, undo func(), decide func() (again time.Time)) (led bool, err error) {
	asked := time.Now()
	if _, led = d.term.(leader); !led && !asked.Before(d.escaped) {
		return false, nil
	}
	if led {
		switch err := d.press(ctx, stroke{leads: true}, people); {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case errors.Is(err, pty.ErrExited):
			return false, nil // as whoever types hears, too
		case errors.Is(err, shim.ErrUnreachable):
			return false, shim.ErrUnreachable
		case errors.Is(err, context.DeadlineExceeded):
			return false, shim.ErrUnread
		case err != nil:
			return false, err
		}
	}
	now := time.Now()
	due, late := latest(now, d.escaped), now.Add(gonePatience)
	if now.Sub(asked) > promptly {
		due = latest(due, now.Add(vt.EnterPause)) // others have typed, and that has to show first
	}
	undo()
	timer := time.NewTimer(due.Sub(now))
	defer timer.Stop()
	for {
		if !d.watches(ctx, timer, people) {
			return led, ctx.Err()
		}
		if now = time.Now(); !now.Before(due) {
			if due = decide(); due.IsZero() || now.After(late) {
				return led, nil
			}
		}
		timer.Reset(time.Until(due))
	}
}

// watches waits for the timer, for something that the agent shows, or for people, who are served, and
// reports whether ctx goes on.
func (d *driver) watches(ctx context.Context, timer *time.Timer, people <-chan request) bool {
	select {
	case <-timer.C:
	case <-d.eye.wake:
	case r := <-people:
		d.attend(ctx, r)
	case <-ctx.Done():
		return false
	}
	return true
}

// reconsider is poise's decide of a move.
func (d *driver) reconsider(ctx context.Context, m *move) (again time.Time) {
	var next time.Time
	if *m, next = d.consider(ctx); len(m.keys) > 0 || m.tell != nil || m.end != "" {
		return time.Time{}
	}
	if m.until = soonest(m.until, next); d.seen.Current {
		return time.Time{}
	}
	return m.until
}
