package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkResume kills the host of a session while its agents work, and
// reports the time from the start of "session resume" to the start of the
// first agent and of the last.
func BenchmarkResume(b *testing.B) {
	resumption := func(n int) contestant {
		p := newPlace(b)
		return contestant{fmt.Sprintf("%d at once", n), func() figures { return p.resume(n) }}
	}
	race(b, 9, "first-ms", resumption(1), resumption(10))
}

func (p place) resume(n int) figures {
	p.Helper()
	host, stamps := p.atWork(n)
	_ = host.Process.Signal(syscall.SIGKILL)
	_ = host.Wait() // it was killed
	before := stamps.started()

	p.file(filepath.Join(stamps.name(), "quick"), "")
	began := time.Now()
	p.run([]int{0}, built(p, "rooda"), "session", "resume", "latest", "-q")
	var after []float64
	for _, file := range stamps.started() {
		if !slices.Contains(before, file) {
			after = append(after, ms(p.stamped(file).Sub(began)))
		}
	}
	if len(after) != n {
		p.Fatalf("%d agents ran again, want %d", len(after), n)
	}
	return figures{"first-ms": slices.Min(after), "last-ms": slices.Max(after)}
}

// stamps is the folder in which agents note their start.
type stamps string

func (s stamps) name() string { return filepath.Base(string(s)) }

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

// stamped reads when an agent was started.
func (p place) stamped(file string) time.Time {
	p.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		p.Fatal(err)
	}
	ns, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	if err != nil {
		p.Fatal(err)
	}
	return time.Unix(0, ns)
}
