package pty

import "time"

// sweepGrace is the time that a left-over process gets between TERM and KILL.
const sweepGrace = time.Second

// sweep ends what an agent left running: the members of its process group
// and session and, on Linux, the processes of this user that carry its key.
// With tree set also all descendants of this process, with strays those of
// them that are no other agent's; known are further ones, with the times of
// their start. The agent must not be reaped before the sweep is over. Without
// a leader only the key counts.
type sweep struct {
	leader       int
	key          string
	tree, strays bool
	known        map[int]uint64
}
