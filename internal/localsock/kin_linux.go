package localsock

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Variable returns the value that a process was started with for a variable of
// its environment, empty for none, or when that cannot be known.
func Variable(pid int, name string) string {
	for entry := range bytes.SplitSeq(told(pid, "environ"), []byte{0}) {
		if value, ok := strings.CutPrefix(string(entry), name+"="); ok {
			return value
		}
	}
	return ""
}

// Argv returns a process's command line, nil when that cannot be known.
func Argv(pid int) []string {
	line := told(pid, "cmdline")
	if len(line) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
}

// told returns what a process was started with, by its file in /proc. In the middle of an
// exec, and for a moment after whoever started it has been told that it runs, it has
// neither a command line nor an environment; so that nobody's child is taken for a
// person's, this waits until it has.
func told(pid int, name string) []byte {
	file := fmt.Sprintf("/proc/%d/%s", pid, name)
	content, err := os.ReadFile(file)
	if err != nil || len(content) > 0 || !settled(pid) {
		return content
	}
	content, _ = os.ReadFile(file) // it may have gone
	return content
}

// execPatience bounds the wait for the end of an exec, which takes some microseconds of
// work; a busy machine may put it off.
const execPatience = time.Second

// settled waits until a process has a command line, which every program gets; false
// says that it has ended, or is none that was started.
func settled(pid int) bool {
	look := time.NewTicker(time.Millisecond) // the kernel tells nobody
	defer look.Stop()
	for late := time.Now().Add(execPatience); time.Now().Before(late); <-look.C {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		switch {
		case len(line) > 0:
			return true
		case err != nil || ended(pid):
			return false
		}
	}
	return false
}

// ended reports whether a process is gone, or only waits to be reaped.
func ended(pid int) bool {
	fields := status(pid)
	return len(fields) == 0 || fields[0][0] == 'Z' || fields[0][0] == 'X'
}

// parent returns 0 for a process without one, or that is gone.
func parent(pid int) int {
	fields := status(pid)
	if len(fields) < 2 {
		return 0
	}
	ppid, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0
	}
	return ppid
}

// status returns what stands behind a process's name in its stat: its state, its parent
// and so on; nil for one that is gone.
func status(pid int) [][]byte {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	// The name in parentheses may hold anything.
	return bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
}
