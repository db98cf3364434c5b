package bench

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// script is an agent that the shell runs.
func (p place) script(text string) string {
	p.Helper()
	path := p.file("agent", "#!/bin/sh\n"+text)
	if err := os.Chmod(path, 0o700); err != nil {
		p.Fatal(err)
	}
	return path
}

// BenchmarkKeptIdle reports what keeps ten silent agents' terminals costs for
// each of them: memory (PSS), and how often it wakes up.
func BenchmarkKeptIdle(b *testing.B) {
	const agents, span = 10, 5 * time.Second
	p := newPlace(b)
	var rows []contestant
	for _, k := range holders(p) {
		rows = append(rows, contestant{k.name(), func() figures {
			k.keep(agents, "sleep 60")
			defer k.end()
			time.Sleep(time.Second)
			memory, wakes := 0.0, 0
			for _, pid := range k.servers() {
				memory += p.pss(pid)
				_, before := p.scheduled(pid)
				wakes -= before
			}
			time.Sleep(span)
			for _, pid := range k.servers() {
				_, after := p.scheduled(pid)
				wakes += after
			}
			return figures{"PSS-MB/agent": memory / agents, "wakeups/s/agent": float64(wakes) / span.Seconds() / agents}
		}})
	}
	race(b, 3, "PSS-MB/agent", rows...)
}

// BenchmarkKeptOutput compares how fast an agent can write into a terminal
// that is kept: by a shim whose output a host reads, by tmux, by dtach. Of
// lines of one letter there is a fifth: they are slow in any terminal.
func BenchmarkKeptOutput(b *testing.B) {
	for _, w := range []struct {
		name string
		size int
	}{{"log", 50 * mega}, {"tui", 50 * mega}, {"yes", 10 * mega}} {
		b.Run(w.name, func(b *testing.B) {
			f := newFlood(b, w.name, w.size)
			rows := []contestant{{"bare", f.alone}}
			for _, k := range holders(f.place) {
				agent := f.script(fmt.Sprintf("%s\nsleep 60\n", f.command()))
				rows = append(rows, contestant{k.name(), func() figures {
					k.keep(1, agent)
					defer k.end()
					f.await()
					cpu := f.processCPU(k.servers()[0])
					elapsed, _ := f.told()
					return f.speed(elapsed, cpu)
				}})
			}
			race(b, 5, "MB/s", rows...)
		})
	}
}

// alone is the agent at a terminal that is only emptied.
func (f flood) alone() figures {
	total := f.run([]int{0}, f.bare()...).cpu
	elapsed, own := f.told()
	return f.speed(elapsed, total-own)
}

// await waits until the agent has noted that it has written all.
func (f flood) await() {
	f.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !exists(f.report); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.Fatal("the agent does not come to an end")
		}
	}
}
