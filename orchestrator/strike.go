package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// gonePatience is how long after a key the screen may not tell whether the question is still there:
// longer than any pause between keys, and less than the turn is kept.
const gonePatience = 800 * time.Millisecond

// finishPatience is how long a hand-over waits for keys that have been begun: half an answer is worse than a host
// that comes later.
const finishPatience = 2 * time.Second

// finishing is ctx for keys that have been begun, which outlasts a hand-over for that time.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	typing, end := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), ErrHandedOver) {
			_ = paused(typing, finishPatience)
		}
		end()
	})
	return typing, func() { forget(); end() }
}

// leader is a terminal at which others type, too, but not into a piece that has been begun by Lead, and
// that Pursue goes on with or ends. Extend ends it with a part of a paste that goes on.
type leader interface {
	Lead(ctx context.Context, p []byte) error
	Pursue(ctx context.Context, p []byte, more bool) error
	Extend(ctx context.Context, p []byte) error
}

var _ leader = (*shim.Terminal)(nil)

// strike types the keys of a move. Those of an answer go one by one, as one piece to others, for as long as
// the question stands there: what is left of them would go to whatever has taken its place. led says that
// the turn is rooda's already.
func (d *driver) strike(ctx context.Context, m *move, led bool, people <-chan request) error {
	before := d.seen.View
	for i, key := range m.keys {
		if i > 0 {
			stands, another := d.abides(ctx, before, m.answers, m.keys[:i], key, people)
			if halted := !stands && ctx.Err() != nil; m.partly != nil && (halted || another) {
				why := ErrPartly
				if halted {
					why = ErrHalted
				}
				m.partly(why, m.keys[:i], m.keys[i:])
			}
			if !stands {
				m.only(i)
				d.cease(ctx)
				return nil
			}
		}
		part := stroke{keys: key, by: m.by, decided: true, leads: i < len(m.keys)-1, follows: led || i > 0, extends: m.extends}
		if err := d.press(ctx, part, people); i > 0 && err != nil && !errors.Is(err, pty.ErrExited) {
			return fmt.Errorf("%w: %w", shim.ErrBegun, err) // those ahead of it
		} else if err != nil {
			return err
		}
	}
	return nil
}

// only notes that no more than the first keys of an answer were typed.
func (m *move) only(keys int) {
	m.keys = m.keys[:keys]
	typed := strings.Join(m.keys, "")
	switch told := m.tell.(type) {
	case InteractionAnswered:
		told.Keys, told.Partly = typed, true
		m.tell = told
	case InputTyped:
		told.Bytes, told.Answers = len(typed), ""
		m.tell = told
	}
}

// cease ends a piece without another key.
func (d *driver) cease(ctx context.Context) {
	if _, ok := d.term.(leader); ok && ctx.Err() == nil {
		_ = d.input(ctx, stroke{follows: true}, nil) // others have the turn a little later without
	}
}

// abides waits until the next key of an answer may be typed, and reports whether the question, which
// stood there as before shows it, still does then, or another has come. Meanwhile people are served.
func (d *driver) abides(ctx context.Context, before adapters.View, q *adapters.Dialog, typed []string, key string, people <-chan request) (stands, another bool) {
	now := time.Now()
	due, late := now.Add(vt.Pace(typed[len(typed)-1], key)), now.Add(gonePatience)
	timer := time.NewTimer(due.Sub(now))
	defer timer.Stop()
	for {
		if !d.watches(ctx, timer, people) {
			return false, false
		}
		now = time.Now()
		seen, next := d.eye.look(now)
		stands, sure := seen.Stands(before, q, typed)
		switch {
		case sure && !stands, !now.Before(late):
			return false, seen.Another(q, typed)
		case sure && !now.Before(due):
			return true, false
		case sure:
			next = soonest(next, due)
		}
		timer.Reset(time.Until(soonest(next, late)))
	}
}
