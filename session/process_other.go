//go:build !linux

package session

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// zombie is the state of a process that only waits to be reaped.
const zombie = 5

// bootID is the moment of the boot.
func bootID() string {
	booted, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return ""
	}
	return fmt.Sprint(booted.Sec)
}

// startTime of a process that has ended and is still there comes with os.ErrProcessDone. It is in microseconds since 1970 here.
func startTime(pid int) (uint64, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0, fmt.Errorf("look at process %d: %w", pid, err)
	}
	if info.Proc.P_stat == zombie {
		err = os.ErrProcessDone
	}
	started := info.Proc.P_starttime
	return uint64(started.Sec)*1_000_000 + uint64(started.Usec), err
}

// halted is the state of a process that was stopped.
const halted = 4

// suspended reports whether a process was stopped, by SIGSTOP say.
func suspended(pid int) bool {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	return err == nil && info.Proc.P_stat == halted
}

// doomed cannot be known here.
func doomed(int) bool { return false }
