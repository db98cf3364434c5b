package attach

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// orphaned reports whether nobody is there to fetch this process's group from the background: no
// member has a parent in the same session and another group, as a shell is.
func orphaned() bool {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	group, seen := unix.Getpgrp(), false
	for _, entry := range list {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if is, parent := kin(pid); is == group {
			seen = true
			if now, err := unix.Getsid(parent); err == nil && now == session {
				if of, err := unix.Getpgid(parent); err == nil && of != group {
					return false
				}
			}
		}
	}
	return seen // else /proc does not tell
}

// kin returns a process's group and parent, zeros for one that is gone.
func kin(pid int) (group, parent int) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0
	}
	// The name in parentheses may hold anything.
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) < 3 {
		return 0, 0
	}
	parent, _ = strconv.Atoi(string(fields[1]))
	group, _ = strconv.Atoi(string(fields[2]))
	return group, parent
}
