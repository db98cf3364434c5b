package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// result is how a command ended.
type result struct {
	stdout, stderr string
	code           int
	took           time.Duration
}

func (r result) String() string {
	return fmt.Sprintf("exit %d after %s\nstdout:\n%s\nstderr:\n%s", r.code, r.took.Round(time.Millisecond), r.stdout, r.stderr)
}

// run starts cmd in a process group of its own and kills the group when limit has passed.
func run(t *testing.T, limit time.Duration, stdin, dir string, env []string, argv ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, env
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	// A survivor may hold the output open; it is looked for afterwards.
	cmd.WaitDelay = 2 * time.Second
	began := time.Now()
	err := cmd.Run()
	r := result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode(), time.Since(began)}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		t.Fatalf("%s did not end within %s\n%v", argv[0], limit, r)
	case err != nil && !errors.As(err, &exit):
		t.Fatalf("run %s: %v\n%v", argv[0], err, r)
	}
	return r
}

// leaveNothing checks at the end of the test that no process with this HOME is
// left, waiting a little for those that are on their way out, and ends what is.
func leaveNothing(t *testing.T, home string) {
	t.Helper()
	t.Cleanup(func() {
		deadline := time.Now().Add(5 * time.Second)
		left := withHome(home)
		for len(left) > 0 && time.Now().Before(deadline) {
			time.Sleep(50 * time.Millisecond)
			left = withHome(home)
		}
		for _, pid := range left {
			cmdline, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
			t.Errorf("process %d outlived the test: %s", pid, bytes.ReplaceAll(cmdline, []byte{0}, []byte{' '}))
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
}

// withHome finds the processes that have home as HOME in their environment.
// Without a /proc it finds none.
func withHome(home string) []int {
	var pids []int
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		environ, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(append([]byte{0}, environ...), []byte("\x00HOME="+home+"\x00")) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

func TestLeftoversAreFound(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc")
	}
	home := t.TempDir()
	cmd := exec.Command("sleep", "60")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if got := withHome(home); len(got) != 1 || got[0] != cmd.Process.Pid {
		t.Errorf("withHome = %v, want [%d]", got, cmd.Process.Pid)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if got := withHome(home); len(got) != 0 {
		t.Errorf("withHome = %v after the end, want none", got)
	}
}
