package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// interactiveAgent is how the fake interface is read and driven.
const interactiveAgent = `adapters:
  tui:
    command: %s
    interactive: {prompt_via: arg, args: [%s]}
    osc7501: true
    titles: [{match: '^⠋', state: working}, {match: '^Fake', state: idle}]
    marks: {idle: ['(?m)^─{8}[^\n]*\n❯(?: [^\n]*)?\n(?:[^\n]*\n){0,8}?─{8}']}
    exit_input: /exit
`

// BenchmarkIdleInteractive reports what ten agents cost that sit idle at their
// terminals, driven, for ten seconds: the share of a core that host and shims
// take, each for one agent, and how often they wake up. The second row is
// about agents that paint the same screen anew each second.
func BenchmarkIdleInteractive(b *testing.B) {
	const agents, span = 10, 10 * time.Second
	for _, agent := range []struct{ name, args string }{{"silent", "-swallow=0"}, {"repaints", "-repaint=1s"}} {
		b.Run(agent.name, func(b *testing.B) {
			p := newPlace(b)
			p.file("rooda-config.yml", fmt.Sprintf(interactiveAgent, built(b, "tui"), agent.args))
			for b.Loop() {
				var tasks []string
				for i := range agents {
					tasks = append(tasks, fmt.Sprintf("id: t%d, adapter: tui, mode: interactive", i))
				}
				host, out := p.start(built(b, "rooda"), "workflow", "run", p.workflow(tasks...), "-q")
				p.awaitCalls(agents, out)
				time.Sleep(2 * time.Second) // the start is not part of it
				pids := append([]int{host.Process.Pid}, p.children(host.Process.Pid)...)
				if len(pids) != agents+1 {
					b.Fatalf("%d shims, want %d", len(pids)-1, agents)
				}
				var hostCPU, shimCPU time.Duration
				var wakes int
				measure := func(sign time.Duration) {
					for i, pid := range pids {
						cpu, times := p.scheduled(pid)
						if i == 0 {
							hostCPU += sign * cpu
						} else {
							shimCPU += sign * cpu
						}
						wakes += int(sign) * times
					}
				}
				measure(-1)
				time.Sleep(span)
				measure(1)
				share := func(d time.Duration) float64 { return 100 * d.Seconds() / span.Seconds() / agents }
				b.ReportMetric(share(hostCPU), "host-%core/agent")
				b.ReportMetric(share(shimCPU), "shim-%core/agent")
				b.ReportMetric(float64(wakes)/span.Seconds()/agents, "wakeups/s/agent")
				_ = host.Process.Signal(syscall.SIGINT)
				_ = host.Wait() // it ends with 130
				p.forget()
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// awaitCalls waits until n agents have called a person, which one without a
// prompt does once it is idle.
func (p place) awaitCalls(n int, out *bytes.Buffer) {
	p.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(p.state, "sessions", "*", "events.jsonl"))
		calls := 0
		for _, file := range files {
			data, _ := os.ReadFile(file)
			calls += bytes.Count(data, []byte(`"interaction_needed"`))
		}
		if calls >= n {
			return
		}
		if time.Now().After(deadline) {
			p.Fatalf("%d of %d agents have called\n%s", calls, n, out)
		}
	}
}

// children are the processes that a process has started.
func (p place) children(parent int) []int {
	p.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	var pids []int
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			p.Skip(err)
		}
		for _, field := range bytes.Fields(data) {
			if pid, err := strconv.Atoi(string(field)); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
