package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// BenchmarkCheckpoint runs a stage of 100 tasks, each of them true, all at
// once, and compares that with a shell that starts as many at once.
func BenchmarkCheckpoint(b *testing.B) {
	const n = 100
	p := newPlace(b)
	var tasks []string
	for i := range n {
		tasks = append(tasks, fmt.Sprintf(`id: t%d, prompt: Do nothing., ai_cmd: "true", max_iterations: 1`, i))
	}
	argv := []string{built(b, "rooda"), "workflow", "run", p.workflow(tasks...), "-q"}
	row := func(name string, argv ...string) contestant {
		return contestant{name, func() figures {
			took := p.run([]int{0}, argv...)
			return figures{"ms": ms(took.wall), "cpu-ms": ms(took.cpu)}
		}}
	}
	race(b, 9, "ms",
		row("shell", "/bin/sh", "-c", fmt.Sprintf("for i in $(seq %d); do /bin/true & done; wait", n)),
		row("rooda workflow run", argv...),
	)
	b.Run("fsync", func(b *testing.B) {
		for b.Loop() {
			b.ReportMetric(p.fsyncs(argv), "calls")
		}
		b.ReportMetric(0, "ns/op")
	})
}

// fsyncs counts how often a program makes something durable.
func (p place) fsyncs(argv []string) float64 {
	p.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		p.Skip(err)
	}
	trace := filepath.Join(p.dir, "trace")
	p.run([]int{0}, append([]string{"strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-e", "signal=none", "-o", trace}, argv...)...)
	data, err := os.ReadFile(trace)
	if err != nil {
		p.Fatal(err)
	}
	return float64(len(regexp.MustCompile(`(?m)^[0-9]+ +f(data)?sync\(`).FindAll(data, -1)))
}
