//go:build !linux

package pty

import (
	"time"

	"golang.org/x/sys/unix"
)

// Sweep does nothing here: without /proc, processes cannot be found by a key.
func Sweep(string) int { return 0 }

// run ends the agent's process group, with KILL at once when grace is 0.
// Without /proc its members cannot be listed, so they are not counted, and
// processes that left the group are not found.
func (s sweep) run(grace time.Duration) int {
	if grace > 0 && signalGroup(s.leader, unix.SIGTERM) == nil {
		// A group has no event of its own to wait for.
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for deadline := time.Now().Add(grace); time.Now().Before(deadline); <-tick.C {
			if unix.Kill(-s.leader, 0) != nil {
				return 0
			}
		}
	}
	signalGroup(s.leader, unix.SIGKILL)
	return 0
}
