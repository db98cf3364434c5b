package shim

import (
	"bytes"
	"context"
	"sync"
	"time"

	"rooda/pty/vt"
)

const (
	// forbearance is how long a person's keys are held back by a send that does not force
	// its way.
	forbearance = time.Second
	// turnPatience is how long a host waits for the turn. It hears that nothing was typed before it
	// loses its own patience, after which it could not tell.
	turnPatience = 5 * time.Second
)

// keyboard lets one type at a time, in the order of coming. A send has its turn for all of its
// text, keys and Enter; what others type meanwhile waits, in order. It is safe for concurrent use.
// close ends what it does by itself.
type keyboard struct {
	terminal func(context.Context, []byte) (int, error)
	forsook  func(by any) // is told whose paste is ended for them; nil for nobody
	// room says why the terminal would lose a part of what is typed; nil where it loses nothing.
	room func(context.Context, []byte) error

	turn   chan struct{} // one token
	rested time.Time     // when others may type behind a send or a host; of whoever has the turn, like owed
	owed   []byte        // what ends a text that was broken off
	paste  *partedPaste  // nil outside of one

	mu        sync.Mutex
	people    int    // who wait
	yield     func() // ends the send whose turn it is; nil where nothing is to
	alarm     *time.Timer
	wanted    int    // who wait, whoever they are
	gone      []any  // who have left in a paste, until the next has the turn
	interrupt func() // has the turn left to them while nobody but the agent is waited for; nil otherwise
	closed    bool
	work      sync.WaitGroup
}

func newKeyboard(terminal func(context.Context, []byte) (int, error)) *keyboard {
	return &keyboard{terminal: terminal, turn: make(chan struct{}, 1)}
}

// take waits for the turn. Who gets it calls release.
func (k *keyboard) take(ctx context.Context) error {
	k.want(1)
	select {
	case k.turn <- struct{}{}:
		k.want(-1)
	case <-ctx.Done():
		k.want(-1)
		k.repay()
		return ctx.Err()
	}
	k.forsake()
	err := pause(ctx, time.Until(k.rested))
	if err != nil {
		k.release()
	}
	return err
}

// takeAsPerson is takeWhole of somebody who sits at the keys.
func (k *keyboard) takeAsPerson(ctx context.Context, by any) error {
	k.mu.Lock()
	k.people++
	k.watch()
	k.mu.Unlock()
	defer func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.people--
	}()
	return k.takeWhole(ctx, by)
}

// yields has the one whose turn it is stopped when a person has waited for long.
func (k *keyboard) yields(stop func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.yield = stop
	k.watch()
}

// watch gives a person's patience its end, where it has one.
func (k *keyboard) watch() {
	if k.people > 0 && k.yield != nil && k.alarm == nil {
		k.alarm = time.AfterFunc(forbearance, k.yield)
	}
}

func (k *keyboard) release() {
	k.mu.Lock()
	if k.alarm != nil {
		k.alarm.Stop()
	}
	k.yield, k.alarm = nil, nil
	k.mu.Unlock()
	owes := len(k.owed) > 0
	<-k.turn
	if owes || k.forsaken() {
		k.repay()
	}
}

// takeAsHost is take within turnPatience, and types what is owed as well: ErrTurn, and ErrUnread where
// that could not be typed, say that nothing of the host's was.
func (k *keyboard) takeAsHost(ctx context.Context) error {
	limited, cancel := context.WithTimeoutCause(ctx, turnPatience, ErrTurn)
	defer cancel()
	err := k.take(limited)
	if err != nil && limited.Err() != nil {
		return context.Cause(limited)
	}
	if err != nil {
		return err
	}
	if err = k.settle(limited); err == nil {
		return nil
	}
	k.release()
	if limited.Err() != nil && ctx.Err() == nil {
		return ErrUnread
	}
	return err
}

// write types p, after what is owed. It returns how much of p went in.
func (k *keyboard) write(ctx context.Context, p []byte) (int, error) {
	if err := k.settle(ctx); err != nil {
		return 0, err
	}
	return k.terminal(ctx, p)
}

// fits says why what is to be typed in pieces would not arrive whole.
func (k *keyboard) fits(ctx context.Context, p []byte) error {
	if k.room == nil {
		return nil
	}
	return k.room(ctx, p)
}

// rest has others leave the agent time for the lone Escape, if any, that ends what was typed. Who sits at
// the keys keeps a pace of their own.
func (k *keyboard) rest(typed []byte) {
	if bytes.HasSuffix(typed, []byte("\x1b")) {
		k.rested = time.Now().Add(vt.EscapePause)
	}
}

// pause waits; for no time at all it does not look at ctx.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
