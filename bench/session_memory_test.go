package bench

import (
	"strconv"
	"syscall"
	"testing"
	"time"
)

// BenchmarkSessionMemory reports the memory (PSS) of a session of ten silent
// agents, for each of them: what its shim has, its part of the host, and both,
// once the host has first had to know of each shim whether it answers; and both
// half a minute later (later), since what that leaves behind adds up.
func BenchmarkSessionMemory(b *testing.B) {
	const agents = 10
	p := newPlace(b)
	var tasks []string
	for i := range agents {
		tasks = append(tasks, "id: t"+strconv.Itoa(i)+", prompt: Work., ai_cmd: sleep 120, max_iterations: 1")
	}
	workflow := p.workflow(tasks...)
	var rows []contestant
	for _, rooda := range roodas(p) {
		rows = append(rows, contestant{rooda.name, func() figures {
			host, out := p.start(rooda.path, "workflow", "run", workflow, "-q")
			var shims []int
			for deadline := time.Now().Add(20 * time.Second); len(shims) < agents; time.Sleep(10 * time.Millisecond) {
				if time.Now().After(deadline) {
					p.Fatalf("%d shims, want %d\n%s", len(shims), agents, out)
				}
				shims = p.children(host.Process.Pid)
			}
			measure := func() (keeps, drives float64) {
				for _, pid := range shims {
					keeps += p.pss(pid) / agents
				}
				return keeps, p.pss(host.Process.Pid) / agents
			}
			// A host gives back what its start has left, and every 15 s hears or asks whether shims answer.
			time.Sleep(20 * time.Second)
			keeps, drives := measure()
			time.Sleep(30 * time.Second)
			keepsThen, drivesThen := measure()
			_ = host.Process.Signal(syscall.SIGINT)
			_ = host.Wait() // it ends with 130
			return figures{"shim-MB/agent": keeps, "host-MB/agent": drives, "MB/agent": keeps + drives, "later-MB/agent": keepsThen + drivesThen}
		}})
	}
	race(b, 3, "MB/agent", rows...)
}
