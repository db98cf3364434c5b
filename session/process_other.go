//go:build !linux

package session

import "syscall"

// bootID is empty: the pid has to do.
func bootID() string { return "" }

func startTime(pid int) (uint64, error) {
	if err := syscall.Kill(pid, 0); err != nil && err != syscall.EPERM {
		return 0, err
	}
	return 0, nil
}
