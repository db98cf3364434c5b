package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// BenchmarkIdle reports what a host with ten agents costs that say nothing
// for ten seconds: share of a core, how often it wakes up, and its own
// memory (PSS), each for one agent.
func BenchmarkIdle(b *testing.B) {
	const agents, span = 10, 10 * time.Second
	for b.Loop() {
		p := newPlace(b)
		host, stamps := p.atWork(agents)
		time.Sleep(time.Second) // the start is not part of it
		cpu, wakes := p.scheduled(host.Process.Pid)
		time.Sleep(span)
		laterCPU, laterWakes := p.scheduled(host.Process.Pid)
		b.ReportMetric(100*(laterCPU-cpu).Seconds()/span.Seconds()/agents, "%core/agent")
		b.ReportMetric(float64(laterWakes-wakes)/span.Seconds()/agents, "wakeups/s/agent")
		b.ReportMetric(p.pss(host.Process.Pid)/agents, "PSS-MB/agent")
		if len(stamps.started()) != agents {
			b.Errorf("%d agents, want %d", len(stamps.started()), agents)
		}
		_ = host.Process.Signal(syscall.SIGINT)
		_ = host.Wait() // it ends with 130
	}
	b.ReportMetric(0, "ns/op")
}

// scheduled is the CPU time that all threads of a process have used, and how
// often they were put on a core.
func (p place) scheduled(pid int) (cpu time.Duration, times int) {
	p.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if len(files) == 0 {
		p.Skip("no scheduler statistics here")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			p.Fatal(err)
		}
		var ran, waited, slices int
		if _, err := fmt.Sscan(string(data), &ran, &waited, &slices); err != nil {
			p.Fatal(err)
		}
		cpu += time.Duration(ran)
		times += slices
	}
	return cpu, times
}

// pss is a process's share of the memory it has, in MB.
func (p place) pss(pid int) float64 {
	p.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		p.Skip(err)
	}
	var kb float64
	_, after, _ := bytes.Cut(data, []byte("\nPss:"))
	if _, err := fmt.Sscan(string(after), &kb); err != nil {
		p.Fatal(err)
	}
	return kb / 1024
}
