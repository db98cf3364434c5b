package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tmux lets the agent run in a server of its own, without configuration and
// with nobody attached.
func (f flood) tmux() figures {
	f.Helper()
	socket := filepath.Join(f.dir, "tmux")
	tmux := func(args ...string) string {
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Env = f.env
		out, err := cmd.CombinedOutput()
		if err != nil {
			f.Fatalf("tmux %s: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	// The server must outlive the agent until it has been looked at.
	tmux("new-session", "-d", "-x", "120", "-y", "40", f.command()+"; sleep 60")
	defer tmux("kill-server")
	server, err := strconv.Atoi(tmux("display-message", "-p", "#{pid}"))
	if err != nil {
		f.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for !exists(f.report) {
		if time.Now().After(deadline) {
			f.Fatal("tmux: the agent does not come to an end")
		}
		time.Sleep(5 * time.Millisecond)
	}
	cpu := f.processCPU(server)
	elapsed, _ := f.told()
	return f.speed(elapsed, cpu)
}

// processCPU is the CPU time that a running process has used so far.
func (p place) processCPU(pid int) time.Duration {
	p.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		p.Skip(err)
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	var ticks time.Duration
	for _, field := range fields[11:13] {
		n, err := strconv.Atoi(string(field))
		if err != nil {
			p.Fatal(err)
		}
		ticks += time.Duration(n)
	}
	return ticks * 10 * time.Millisecond // a tick is 1/100 s for user space
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
