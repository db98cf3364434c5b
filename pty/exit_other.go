//go:build !linux

package pty

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// leader tells when the agent has exited, without reaping it.
type leader struct{ dies bool } // dies is beyond these systems

// attr makes the child the leader of a session whose terminal is its
// standard output.
func (*leader) attr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
}

// awaitExit leaves that to cmd.Wait.
func awaitExit(int) {}

// ended reports whether a process that is not reaped yet has exited.
func (*leader) ended(pid int) bool {
	const byPid = 1     // P_PID
	var info [32]uint64 // more than a siginfo_t, which begins with the signal
	_, _, errno := unix.Syscall6(unix.SYS_WAITID, byPid, uintptr(pid), uintptr(unsafe.Pointer(&info)), unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, 0, 0)
	return errno == 0 && info[0] != 0
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
