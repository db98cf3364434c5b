package pty

import (
	"context"
	"slices"
)

// waiter is woken when the output has got to an offset, and when anything but
// the output changes.
type waiter struct {
	at    int64
	woken chan struct{}
}

// grown wakes those who wait for as much output as there is.
func (t *transcript) grown() {
	t.wake(func(w waiter) bool { return w.at <= t.total })
}

// changed wakes all.
func (t *transcript) changed() {
	t.wake(func(waiter) bool { return true })
}

func (t *transcript) wake(due func(waiter) bool) {
	t.waits = slices.DeleteFunc(t.waits, func(w waiter) bool {
		if due(w) {
			close(w.woken)
			return true
		}
		return false
	})
}

// news returns a channel that is closed when the output has got to offset at, or
// when anything else changes. The caller holds the lock, and then calls await.
func (t *transcript) news(at int64) <-chan struct{} {
	woken := make(chan struct{})
	t.waits = append(t.waits, waiter{at, woken})
	return woken
}

// await waits for news, until ctx ends.
func (t *transcript) await(ctx context.Context, woken <-chan struct{}) {
	select {
	case <-woken:
	case <-ctx.Done():
		t.mu.Lock()
		defer t.mu.Unlock()
		t.waits = slices.DeleteFunc(t.waits, func(w waiter) bool { return w.woken == woken })
	}
}
