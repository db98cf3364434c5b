//go:build !linux

package pty

import (
	"time"

	"golang.org/x/sys/unix"
)

// Sweep does nothing here: without /proc, processes cannot be found by a key.
func Sweep(string) int { return 0 }

// run ends the agent's process group, with KILL at once when grace is 0 or
// kill is closed.
// Without /proc its members cannot be listed, so they are not counted, and
// processes that left the group are not found.
func (s sweep) run(grace time.Duration, kill <-chan struct{}) int {
	if grace > 0 && signalGroup(s.leader, unix.SIGTERM) == nil && awaitGroup(s.leader, grace, kill) {
		return 0
	}
	signalGroup(s.leader, unix.SIGKILL)
	return 0
}

// awaitGroup returns true when nobody is left in the group, after at most d.
// A group has no event of its own to wait for.
func awaitGroup(group int, d time.Duration, cut <-chan struct{}) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(d); time.Now().Before(deadline); {
		if unix.Kill(-group, 0) != nil {
			return true
		}
		select {
		case <-tick.C:
		case <-cut:
			return false
		}
	}
	return false
}
