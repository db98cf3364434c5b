//go:build !linux

package pty

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// leader tells when the agent has exited, without reaping it.
type leader struct{ dies bool } // dies is beyond these systems

// attr makes the child the leader of a session whose terminal is its
// standard output.
func (*leader) attr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
}

// await blocks a thread in waitid, which x/sys does not wrap on these systems.
func (*leader) await(pid int) {
	const byPid = 1 // P_PID
	for {
		_, _, errno := unix.Syscall6(unix.SYS_WAITID, byPid, uintptr(pid), 0, unix.WEXITED|unix.WNOWAIT, 0, 0)
		if errno != unix.EINTR {
			return
		}
	}
}
