package pty

import (
	"context"
	"testing"
	"time"
)

// stuck is a Tap that takes nothing until it is freed.
type stuck struct {
	called *latch
	free   chan struct{}
}

func (s stuck) Write(p []byte) (int, error) {
	s.called.set()
	<-s.free
	return len(p), nil
}

// TestTapThatNeverReturns: an agent is held up by it, but nothing that ends
// one is, nor is what comes after.
func TestTapThatNeverReturns(t *testing.T) {
	tests := []struct {
		name, part string
		grace, max time.Duration
		stop       func(l *Local)
	}{
		{"flood", "flood 50000000", time.Second, drainLimit + tapWait, func(l *Local) { l.Stop(context.Background()) }},
		{"close", "flood 50000000", time.Minute, tapWait, func(l *Local) { l.Close() }},
		{"ended by itself", "exit 3", time.Minute, drainLimit + tapWait, func(l *Local) { <-l.Gone(); l.Stop(context.Background()) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec, _ := fake(t, tt.part)
			tap := stuck{newLatch(), make(chan struct{})}
			spec.Tap, spec.Grace = tap, tt.grace
			l := open(t, spec)
			defer func() { <-l.output.finished }()
			defer close(tap.free)
			<-tap.called.c
			begun := time.Now()
			tt.stop(l)
			if took := time.Since(begun); took > tt.max+time.Second {
				t.Errorf("took %v", took)
			}
			if exit := wait(t, l); !exit.Untaken {
				t.Errorf("exit %+v", exit)
			}
			l.Close()
		})
	}
}
