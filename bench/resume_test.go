package bench

import (
	"fmt"
	"os"
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
		return contestant{fmt.Sprintf("%d agents", n), func() figures { return p.resume(n) }}
	}
	race(b, 9, "first-ms", resumption(1), resumption(10))
}

func (p place) resume(n int) figures {
	p.Helper()
	stamps, err := os.MkdirTemp(p.dir, "stamps-")
	if err != nil {
		p.Fatal(err)
	}
	var tasks []string
	for i := range n {
		tasks = append(tasks, fmt.Sprintf(`id: t%d, prompt: Work., ai_cmd: "%s %s", max_iterations: 1`, i, built(p, "stamp"), stamps))
	}
	host, _ := p.start(built(p, "rooda"), "workflow", "run", p.workflow(tasks...), "-q")
	started := func() []string {
		files, _ := filepath.Glob(filepath.Join(stamps, "*.started"))
		return files
	}
	deadline := time.Now().Add(20 * time.Second)
	for len(started()) < n {
		if time.Now().After(deadline) {
			p.Fatalf("only %d of %d agents started", len(started()), n)
		}
		time.Sleep(time.Millisecond)
	}
	_ = host.Process.Signal(syscall.SIGKILL)
	_ = host.Wait() // it was killed
	before := started()

	p.file(filepath.Join(filepath.Base(stamps), "quick"), "")
	began := time.Now()
	p.run([]int{0}, built(p, "rooda"), "session", "resume", "latest", "-q")
	var after []float64
	for _, file := range started() {
		if !slices.Contains(before, file) {
			after = append(after, ms(p.stamp(file).Sub(began)))
		}
	}
	if len(after) != n {
		p.Fatalf("%d agents ran again, want %d", len(after), n)
	}
	return figures{"first-ms": slices.Min(after), "last-ms": slices.Max(after)}
}

// stamp reads when an agent was started.
func (p place) stamp(file string) time.Time {
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
