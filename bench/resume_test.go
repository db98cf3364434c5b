package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"rooda/pty/shim"
)

// BenchmarkResume kills the host of a session while its agents work, and
// reports the time from the start of "session resume" until the first of them,
// and until all, have a host again, as their shims say.
func BenchmarkResume(b *testing.B) {
	resumption := func(n int) contestant {
		p := newPlace(b)
		return contestant{fmt.Sprintf("%d at once", n), func() figures { return p.resume(n) }}
	}
	race(b, 9, "first-ms", resumption(1), resumption(10))
}

func (p place) resume(n int) figures {
	p.Helper()
	host, _ := p.atWork(n)
	_ = host.Process.Signal(syscall.SIGKILL)
	_ = host.Wait() // it was killed
	sessions, _ := filepath.Glob(filepath.Join(p.state, "sessions", "*-*"))
	dirs, _ := filepath.Glob(filepath.Join(slices.Max(sessions), "tasks", "*", "*"))
	if len(dirs) != n {
		p.Fatalf("%d agents were at work, want %d", len(dirs), n)
	}

	began := time.Now()
	next, out := p.start(built(p, "rooda"), "session", "resume", "latest", "-q")
	after := make([]float64, n)
	for i, dir := range dirs {
		shim := shim.Dial(dir)
		for {
			if task, err := shim.Task(p.Context()); err == nil && task.Epoch == 2 {
				break
			}
			if time.Since(began) > 20*time.Second {
				p.Fatalf("%s has no host\n%s", dir, out)
			}
			time.Sleep(time.Millisecond)
		}
		after[i] = ms(time.Since(began))
		_ = shim.Close()
	}
	p.run([]int{0}, built(p, "rooda"), "session", "stop", "latest", "--kill")
	_ = next.Wait() // it ends with 130
	return figures{"first-ms": slices.Min(after), "last-ms": slices.Max(after)}
}

// stamps is the folder in which agents note their start.
type stamps string

func (s stamps) started() []string {
	files, _ := filepath.Glob(filepath.Join(string(s), "*.started"))
	return files
}

// atWork starts a session of n tasks, and returns once all agents have started.
func (p place) atWork(n int) (*exec.Cmd, stamps) {
	p.Helper()
	dir, err := os.MkdirTemp(p.dir, "stamps-")
	if err != nil {
		p.Fatal(err)
	}
	var tasks []string
	for i := range n {
		tasks = append(tasks, fmt.Sprintf(`id: t%d, prompt: Work., ai_cmd: "%s %s", max_iterations: 1`, i, built(p, "stamp"), dir))
	}
	host, out := p.start(built(p, "rooda"), "workflow", "run", p.workflow(tasks...), "-q")
	deadline := time.Now().Add(20 * time.Second)
	for len(stamps(dir).started()) < n {
		if time.Now().After(deadline) {
			_ = host.Process.Kill()
			_ = host.Wait()
			p.Fatalf("only %d of %d agents started\n%s", len(stamps(dir).started()), n, out)
		}
		time.Sleep(time.Millisecond)
	}
	return host, stamps(dir)
}
