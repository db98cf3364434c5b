package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
)

const (
	// keyPause is between two keys of an answer, and enterPause ahead of its Enter: sooner,
	// programs take both for a paste.
	keyPause, enterPause = 60 * time.Millisecond, 150 * time.Millisecond
	// gonePatience is how long after a key the screen may not tell whether the question is still there:
	// less than the turn is kept.
	gonePatience = 800 * time.Millisecond
)

// leader is a terminal at which others type, too, but not into a piece that has been begun by Lead, and
// that Pursue goes on with or ends. Extend ends it with a part of a paste that goes on.
type leader interface {
	Lead(ctx context.Context, p []byte) error
	Pursue(ctx context.Context, p []byte, more bool) error
	Extend(ctx context.Context, p []byte) error
}

var _ leader = (*shim.Terminal)(nil)

// strike types the answer to a question a key at a time, as one piece to others, for as long as the
// question stands there: what is left of the answer would go to whatever has taken its place.
func (d *driver) strike(ctx context.Context, s stroke, q *adapters.Dialog, people <-chan request) error {
	keys := adapters.Strokes(s.keys)
	before := d.seen
	typed := ""
	for i, key := range keys {
		if i > 0 && !d.abides(ctx, before.View, q, typed, key, people) {
			return d.cease(ctx)
		}
		part := s
		part.keys, part.leads, part.follows = key, i < len(keys)-1, s.follows || i > 0
		if err := d.press(ctx, part, people); i > 0 && err != nil && !errors.Is(err, pty.ErrExited) {
			return fmt.Errorf("%w: %w", shim.ErrBegun, err) // those ahead of it
		} else if err != nil {
			return err
		}
		typed += key
	}
	return nil
}

// cease ends a piece without another key.
func (d *driver) cease(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", shim.ErrBegun, ctx.Err())
	}
	if _, ok := d.term.(leader); ok {
		_ = d.input(ctx, stroke{follows: true}, nil) // others have the turn a little later without
	}
	return nil
}

// abides waits until the next key of an answer may be typed, and reports whether the question, which
// stood there as before shows it, still does then. Meanwhile people are served.
func (d *driver) abides(ctx context.Context, before adapters.View, q *adapters.Dialog, typed, key string, people <-chan request) bool {
	now := time.Now()
	due, late := now.Add(keyPause), now.Add(gonePatience)
	if key == "\r" {
		due = now.Add(enterPause)
	}
	timer := time.NewTimer(due.Sub(now))
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-d.eye.wake:
		case r := <-people:
			d.attend(ctx, r)
		case <-ctx.Done():
			return false
		}
		now = time.Now()
		seen, next := d.eye.look(now)
		stands, sure := seen.Stands(before, q, typed)
		switch {
		case sure && !stands, now.After(late):
			return false
		case sure && !now.Before(due):
			return true
		case sure:
			next = soonest(next, due)
		}
		timer.Reset(time.Until(soonest(next, late)))
	}
}
