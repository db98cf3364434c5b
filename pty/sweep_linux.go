package pty

import (
	"time"

	"golang.org/x/sys/unix"
)

// sweepRounds bounds the search for processes that were forked while their
// parents were being ended.
const sweepRounds = 4

// Sweep ends the processes of this user that carry key and whose agent's host
// is gone, as the sweep at an agent's end would have, and returns how many it
// ended. It never touches this process or its group.
func Sweep(key string) int {
	if key == "" {
		return 0
	}
	return sweep{key: key}.run(sweepGrace)
}

// run ends the left-over processes, with KILL at once when grace is 0, and
// returns how many it ended. It takes two more seconds than grace at the most.
func (s sweep) run(grace time.Duration) int {
	swept := 0
	for range sweepRounds {
		left, err := s.find()
		if err != nil {
			// No /proc or no pidfd here: the group is all that can be reached.
			if s.leader != 0 {
				signalGroup(s.leader, unix.SIGKILL)
			}
			return swept
		}
		if len(left) == 0 {
			return swept
		}
		swept += end(left, grace)
		grace = 0
	}
	return swept
}

// end signals the processes, waits for them and closes their descriptors.
func end(procs []process, grace time.Duration) int {
	alive := procs
	if grace > 0 {
		for _, p := range procs {
			p.signal(unix.SIGTERM)
			p.signal(unix.SIGCONT)
		}
		alive = await(procs, grace)
	}
	for _, p := range alive {
		p.signal(unix.SIGKILL)
	}
	alive = await(alive, killWait/2)
	for _, p := range procs {
		p.release()
	}
	return len(procs) - len(alive)
}

// await returns the processes that are still alive after at most d.
func await(procs []process, d time.Duration) []process {
	deadline := time.Now().Add(d)
	for len(procs) > 0 {
		left := time.Until(deadline)
		if left < 0 {
			return procs
		}
		fds := make([]unix.PollFd, len(procs))
		for i, p := range procs {
			fds[i] = unix.PollFd{Fd: int32(p.pidfd), Events: unix.POLLIN}
		}
		n, err := unix.Poll(fds, int(left/time.Millisecond)+1)
		if err != nil && err != unix.EINTR {
			return procs
		}
		if n <= 0 {
			continue
		}
		var alive []process
		for i, p := range procs {
			if fds[i].Revents == 0 {
				alive = append(alive, p)
			}
		}
		procs = alive
	}
	return nil
}
