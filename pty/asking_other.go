//go:build !linux

package pty

import (
	"time"

	"golang.org/x/sys/unix"
)

// ask sends TERM to the agent's process group and returns true when all of it
// is gone within the grace. The kernel hangs up on the group when its leader
// ends, and most programs die of that; here nothing keeps it from doing so.
func (l *Local) ask() bool {
	deadline := time.Now().Add(l.grace)
	l.signal(l.pid, unix.SIGTERM)
	l.signal(l.pid, unix.SIGCONT) // a stopped process would not see the TERM
	late := time.NewTimer(l.grace)
	defer late.Stop()
	select {
	case <-l.gone.c:
		return awaitGroup(l.pid, time.Until(deadline), l.kill.c)
	case <-late.C:
	case <-l.kill.c:
	}
	return false
}
