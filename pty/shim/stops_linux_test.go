package shim_test

import (
	"context"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"rooda/pty/shim"
)

// TestStops: a process that was stopped, or woken, is told of; its end is left to
// whoever waits for it.
func TestStops(t *testing.T) {
	child := exec.Command("sleep", "600")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	ctx, cancel := context.WithCancel(t.Context())
	told := make(chan struct{}, 16)
	var work sync.WaitGroup
	work.Go(func() { shim.Stops(ctx, func() { told <- struct{}{} }) })
	for _, s := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT, syscall.SIGSTOP} {
		if err := child.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		select {
		case <-told:
		case <-time.After(10 * time.Second):
			t.Fatalf("no word of %v", s)
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(); err == nil || child.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("waiting for it: %v", err)
	}
	cancel()
	work.Wait()
}
