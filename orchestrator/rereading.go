package orchestrator

import (
	"context"
	"time"

	"rooda/pty"
	"rooda/session"
)

// question is what the agent itself asks with which another host called a person, nil for nothing.
func (it Iteration) question() *session.Interaction {
	if it.Asked == nil || it.Asked.Kind == KindSilent || it.Asked.Kind == KindLost {
		return nil
	}
	return it.Asked
}

// reading waits until all that an adopted agent had printed has been read again, and says so: at once
// where the terminal is in this process. The caller calls end when the iteration is over.
func (it Iteration) reading(term pty.Terminal) (end func()) {
	if !it.Adopted || it.Reread == nil {
		return func() {}
	}
	t, ok := term.(sighted)
	if !ok {
		it.Reread()
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		for !t.Current(ctx) {
			if !paused(ctx, askAgain) {
				return
			}
		}
		if paused(ctx, lag) { // the word of who typed comes by another stream
			it.Reread()
		}
	}()
	return func() {
		cancel()
		<-over
	}
}

// paused waits so long, and returns false when ctx ends first.
func paused(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
