package shim

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// adoptOrphans makes this process the parent of what its agent abandons, so
// that the sweep at the end finds it.
func adoptOrphans() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become subreaper: %w", err)
	}
	return nil
}

// reapOrphans frees the ended children that are not the agent, which package
// pty sees to.
func reapOrphans(agent int) {
	lists, _ := filepath.Glob("/proc/self/task/*/children") // fails only for a bad pattern
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, field := range bytes.Fields(children) {
			if pid, err := strconv.Atoi(string(field)); err == nil && pid != agent {
				unix.Wait4(pid, nil, unix.WNOHANG, nil)
			}
		}
	}
}

// firstToGo makes the kernel take an agent before its shim, and before the
// user's other programs, when memory runs out.
const firstToGo = "500"

func endanger(pid int) {
	os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte(firstToGo), 0) // it may have gone
}
