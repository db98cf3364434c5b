//go:build !linux

package shim

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

const zombie = 5 // SZOMB

// startOf returns when a process that runs was started.
func startOf(pid int) (string, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return "", fmt.Errorf("look at process %d: %w", pid, err)
	}
	if info.Proc.P_stat == zombie {
		return "", fmt.Errorf("look at process %d: %w", pid, os.ErrProcessDone)
	}
	return fmt.Sprintf("%d.%06d", info.Proc.P_starttime.Sec, info.Proc.P_starttime.Usec), nil
}

func bootID() (string, error) {
	booted, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return "", fmt.Errorf("read time of boot: %w", err)
	}
	return fmt.Sprint(booted.Sec), nil
}
