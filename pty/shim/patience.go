package shim

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// answerLimit is how long a shim may take to answer a request that is no
// stream, and to begin the answer to an attachment.
const answerLimit = 2 * time.Second

// streamLimit is how long it may take to begin a stream: a host that gives up
// too early loses an agent that only had no share of a busy machine.
const streamLimit = 10 * time.Second

// ErrSilent says that something listens at the socket and does not answer: a
// shim that is stopped or stuck, or somebody else. It comes with ErrUnreachable.
var ErrSilent = errors.New("no answer within the time that it has")

// within gives a request its time.
func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, answerLimit, ErrSilent)
}

// beginning gives a stream its time to begin. The caller calls begun when it
// has, and end when it is over.
func beginning(ctx context.Context) (_ context.Context, begun func(), end context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	late := time.AfterFunc(streamLimit, func() { cancel(ErrSilent) })
	return ctx, func() { late.Stop() }, func() { late.Stop(); cancel(nil) }
}

// expired is why a context is over.
func expired(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), ErrSilent) {
		return fmt.Errorf("%w: %w", ErrUnreachable, ErrSilent)
	}
	return ctx.Err()
}
