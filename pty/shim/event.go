package shim

import "context"

// event happens once; any goroutine may set it, again too.
type event struct {
	c     <-chan struct{}
	cause context.Context // ends with the event, so that those made of it need no goroutine each
	set   context.CancelFunc
}

func newEvent() *event {
	ctx, set := context.WithCancel(context.Background())
	return &event{c: ctx.Done(), cause: ctx, set: set}
}

func (e *event) isSet() bool { return e.cause.Err() != nil }

// context is one that ends with the event. The caller calls cancel.
func (e *event) context() (context.Context, context.CancelFunc) {
	return context.WithCancel(e.cause)
}

// bind returns a context that ends with ctx or with the event. The caller
// calls cancel.
func (e *event) bind(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	unbind := context.AfterFunc(e.cause, cancel)
	return ctx, func() {
		unbind()
		cancel()
	}
}
