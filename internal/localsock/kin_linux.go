package localsock

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Variable returns the value that a process was started with for a variable of
// its environment, empty for none, or when that cannot be known.
func Variable(pid int, name string) string {
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return ""
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if value, ok := strings.CutPrefix(string(entry), name+"="); ok {
			return value
		}
	}
	return ""
}

// Argv returns a process's command line, nil when that cannot be known.
func Argv(pid int) []string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil || len(line) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
}

// parent returns 0 for a process without one, or that is gone.
func parent(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name in parentheses may hold anything; the state and the parent follow.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	ppid, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0
	}
	return ppid
}
