package cmd

import (
	"syscall"
	"testing"
	"time"
)

// TestQuitWhileSomebodyElseStops: Ctrl-\ of somebody who does not know that another person has just stopped the run is
// no second Ctrl-C, and behind one's own it is.
func TestQuitWhileSomebodyElseStops(t *testing.T) {
	for _, tt := range []struct {
		name  string
		first func(wishes chan<- halt)
		kills bool
	}{
		{"through the socket", func(wishes chan<- halt) { wishes <- halt{who: "human"} }, false},
		{"by Ctrl-C", func(chan<- halt) { _ = syscall.Kill(syscall.Getpid(), syscall.SIGINT) }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wishes, quits := make(chan halt, 1), make(chan bool, 1)
			ctx, kill, release := interrupts(t.Context(), nil, nil, nil, func() bool { quits <- true; return true }, wishes, func(halt, bool) {})
			defer release()
			tt.first(wishes)
			<-ctx.Done()
			if err := syscall.Kill(syscall.Getpid(), syscall.SIGQUIT); err != nil {
				t.Fatal(err)
			}
			select {
			case <-quits:
				if tt.kills || kill.Err() != nil {
					t.Error("the key was asked what to do")
				}
			case <-kill.Done():
				if !tt.kills {
					t.Error("the agents are killed")
				}
			case <-time.After(10 * time.Second):
				t.Error("nothing came of it")
			}
		})
	}
}
