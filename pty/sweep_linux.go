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
	return sweep{key: key}.run(sweepGrace, nil)
}

// run ends the left-over processes, with KILL at once when grace is 0 or kill
// is closed, and returns how many it ended. It takes two more seconds than
// grace at the most, and another for each look at processes that hang in an exec.
func (s sweep) run(grace time.Duration, kill <-chan struct{}) int {
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
		swept += end(left, grace, kill)
		grace = 0
	}
	return swept
}

// end signals the processes, waits for them and closes their descriptors.
func end(procs []process, grace time.Duration, kill <-chan struct{}) int {
	alive := procs
	if grace > 0 {
		for _, p := range procs {
			p.signal(unix.SIGTERM)
			p.signal(unix.SIGCONT)
		}
		alive = await(procs, grace, kill)
	}
	for _, p := range alive {
		p.signal(unix.SIGKILL)
	}
	alive = await(alive, killWait/2, nil)
	release(procs)
	return len(procs) - len(alive)
}

func release(procs []process) {
	for _, p := range procs {
		p.release()
	}
}

// await returns the processes that are still alive after at most d, or when
// cut is closed.
func await(procs []process, d time.Duration, cut <-chan struct{}) []process {
	wake, stop := wakeOn(cut)
	defer stop()
	deadline := time.Now().Add(d)
	for len(procs) > 0 {
		left := time.Until(deadline)
		if left < 0 {
			return procs
		}
		fds := make([]unix.PollFd, len(procs), len(procs)+1)
		for i, p := range procs {
			fds[i] = unix.PollFd{Fd: int32(p.pidfd), Events: unix.POLLIN}
		}
		fds = append(fds, unix.PollFd{Fd: int32(wake), Events: unix.POLLIN}) // poll ignores -1
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
		if fds[len(fds)-1].Revents != 0 {
			return procs
		}
	}
	return nil
}

// wakeOn returns a descriptor that can be read once c is closed, or -1.
func wakeOn(c <-chan struct{}) (fd int, stop func()) {
	if c == nil {
		return -1, func() {}
	}
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return -1, func() {}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-c:
			unix.Write(fd, []byte{1, 0, 0, 0, 0, 0, 0, 0})
		case <-over:
		}
	}()
	return fd, func() {
		close(over)
		<-ended
		unix.Close(fd)
	}
}
