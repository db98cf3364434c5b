package shim

import (
	"context"
	"sync"
)

// event happens once; any goroutine may set it, again too.
type event struct {
	once sync.Once
	c    chan struct{}
}

func newEvent() *event { return &event{c: make(chan struct{})} }

func (e *event) set() { e.once.Do(func() { close(e.c) }) }

func (e *event) isSet() bool {
	select {
	case <-e.c:
		return true
	default:
		return false
	}
}

// context is one that ends with the event. The caller calls cancel.
func (e *event) context() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-e.c:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
