package session

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func bootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// startTime fails for a process that is gone. Of one that has ended and is still there it
// returns the time with os.ErrProcessDone.
func startTime(pid int) (uint64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is the program's name in parentheses, and may hold
	// parentheses and blanks of its own.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const state, started = 0, 19 // fields 3 and 22 of proc(5)
	if len(fields) <= started {
		return 0, errors.New("unexpected form of /proc/pid/stat")
	}
	start, err := strconv.ParseUint(string(fields[started]), 10, 64)
	if s := string(fields[state]); err == nil && (s == "Z" || s == "X") {
		err = os.ErrProcessDone
	}
	return start, err
}
