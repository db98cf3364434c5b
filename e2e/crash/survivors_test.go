package crash

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// lifetime is how long what ends a run may take to be gone.
const lifetime = 5 * time.Second

// endSurvivors is the last look: nothing may be left at all.
func (h *home) endSurvivors() {
	deadline := time.Now().Add(lifetime)
	left := h.processes()
	for len(left) > 0 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
		left = h.among(left)
	}
	for _, pid := range left {
		h.t.Errorf("%s is left at the end", h.describe(pid))
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// processes finds what runs for this home: hosts and agents, by their
// environment. Processes of other users cannot be read.
func (h *home) processes() []int {
	var pids []int
	entries, _ := filepath.Glob("/proc/[0-9]*")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(filepath.Base(entry)); err == nil {
			pids = append(pids, pid)
		}
	}
	return h.among(pids)
}

// among keeps the processes that are alive and run for this home: every agent
// has a ROODA_SESSION, and any process that a host started has its HOME.
func (h *home) among(pids []int) []int {
	marks := [][]byte{[]byte("\x00HOME=" + h.dir + "\x00")}
	if id := h.session(); id != "" {
		marks = append(marks, []byte("\x00ROODA_SESSION="+id+"\x00"))
	}
	var found []int
	for _, pid := range pids {
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			continue
		}
		environ = append([]byte{0}, environ...)
		for _, mark := range marks {
			if bytes.Contains(environ, mark) {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}

func (h *home) describe(pid int) string {
	cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return fmt.Sprintf("process %d (%s)", pid, bytes.ReplaceAll(bytes.TrimRight(cmdline, "\x00"), []byte{0}, []byte{' '}))
}
