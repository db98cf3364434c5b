package shim

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// startOf returns when a process that runs was started.
func startOf(pid int) (string, error) {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", fmt.Errorf("look at process %d: %w", pid, err)
	}
	// The name in parentheses may hold anything.
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) < 20 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return "", fmt.Errorf("look at process %d: %w", pid, os.ErrProcessDone)
	}
	return string(fields[19]), nil
}

func bootID() (string, error) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id)), err
}
