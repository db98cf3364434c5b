package session

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

func bootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}

// Fields of proc(5)'s stat, counted from the one behind the program's name.
const (
	stateField   = 0
	flagsField   = 6
	startedField = 19
	pendingField = 28
)

// startTime fails for a process that is gone. Of one that has ended and is still there it
// returns the time with os.ErrProcessDone.
func startTime(pid int) (uint64, error) {
	fields, err := stat(pid)
	if err != nil {
		return 0, err
	}
	start, err := strconv.ParseUint(fields[startedField], 10, 64)
	if s := fields[stateField]; err == nil && (s == "Z" || s == "X") {
		err = os.ErrProcessDone
	}
	return start, err
}

// doomed reports whether a process has been killed, or ends by itself, and has not come to
// its end: it may be in the middle of a write to a slow disk.
func doomed(pid int) bool {
	fields, err := stat(pid)
	if err != nil {
		return false
	}
	const exiting = 0x4 // PF_EXITING
	const killed = 1 << (syscall.SIGKILL - 1)
	flags, _ := strconv.ParseUint(fields[flagsField], 10, 64)
	pending, _ := strconv.ParseUint(fields[pendingField], 10, 64)
	return flags&exiting != 0 || pending&killed != 0
}

func stat(pid int) ([]string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	// The second field is the program's name in parentheses, and may hold
	// parentheses and blanks of its own.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= pendingField {
		return nil, errors.New("unexpected form of /proc/pid/stat")
	}
	return fields, nil
}

// suspended reports whether a process was stopped, by SIGSTOP say.
func suspended(pid int) bool {
	fields, err := stat(pid)
	return err == nil && (fields[stateField] == "T" || fields[stateField] == "t")
}
