package pty

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// leader tells when the agent has exited, without reaping it.
type leader struct {
	dies  bool // with the thread that starts it
	pidfd int
}

// attr makes the child the leader of a session whose terminal is its
// standard output.
func (l *leader) attr() *syscall.SysProcAttr {
	l.pidfd = -1
	attr := &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1, PidFD: &l.pidfd}
	if l.dies {
		attr.Pdeathsig = syscall.SIGKILL
	}
	return attr
}

func (l *leader) await(pid int) {
	if l.pidfd >= 0 && l.poll() == nil {
		return
	}
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}

// awaitExit waits for the end of a child that is not reaped meanwhile, where that
// costs no thread: cmd.Wait has one for each child, and a host a child for each agent.
func awaitExit(pid int) {
	if fd, err := unix.PidfdOpen(pid, 0); err == nil {
		_ = (&leader{pidfd: fd}).poll() // who waits next finds out
	}
}

// ended reports whether a process that is not reaped yet has exited.
func (*leader) ended(pid int) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}

// poll waits in the runtime's poller, so that an idle agent costs no thread.
func (l *leader) poll() error {
	if err := unix.SetNonblock(l.pidfd, true); err != nil {
		unix.Close(l.pidfd)
		return err
	}
	f := os.NewFile(uintptr(l.pidfd), "pidfd")
	defer f.Close()
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	return conn.Read(func(fd uintptr) bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		return err == nil && n > 0
	})
}
