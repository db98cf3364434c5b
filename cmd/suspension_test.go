package cmd

import (
	"os"
	"syscall"
	"testing"
)

// TestStopAskedTwice: a stop that is asked twice at once is one, whichever of the second and the waking is heard first.
func TestStopAskedTwice(t *testing.T) {
	n := &suspension{asked: make(chan os.Signal, 1), resumed: make(chan os.Signal, 1), asleep: true}
	n.stop(func() { t.Fatal("stopped again before the waking was known") })
	n.asked <- syscall.SIGTSTP
	n.woken()
	if n.asleep || len(n.asked) > 0 {
		t.Errorf("asleep: %t, still asked: %d", n.asleep, len(n.asked))
	}
}
