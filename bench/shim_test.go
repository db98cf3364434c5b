package bench

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// looked runs the program look at what a keeper keeps and returns the two
// numbers that it prints.
func looked(k keeper, p place, how, what string) (a, b float64) {
	p.Helper()
	cmd := exec.Command(built(p, "look"), append([]string{how, what}, k.view()...)...)
	cmd.Env, cmd.Dir = p.env, p.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.Fatalf("look at %s: %v\n%s", k.name(), err, out)
	}
	if _, err := fmt.Sscan(string(out), &a, &b); err != nil {
		p.Fatalf("look at %s: %v\n%s", k.name(), err, out)
	}
	return a, b
}

// script is an agent that the shell runs.
func (p place) script(text string) string {
	p.Helper()
	path := p.file("agent", "#!/bin/sh\n"+text)
	if err := os.Chmod(path, 0o700); err != nil {
		p.Fatal(err)
	}
	return path
}

// BenchmarkKeptIdle reports the memory (PSS) of what keeps ten silent agents'
// terminals, for each agent.
func BenchmarkKeptIdle(b *testing.B) {
	const agents = 10
	p := newPlace(b)
	var rows []contestant
	for _, k := range keepers(p) {
		rows = append(rows, contestant{k.name(), func() figures {
			k.keep(agents, "sleep 60")
			defer k.end()
			time.Sleep(time.Second)
			total := 0.0
			for _, pid := range k.servers() {
				total += p.pss(pid)
			}
			return figures{"PSS-MB/agent": total / agents}
		}})
	}
	race(b, 3, "PSS-MB/agent", rows...)
}

// BenchmarkEcho reports how long it takes until a key that was typed is shown
// by a program that prints what it reads.
func BenchmarkEcho(b *testing.B) {
	const keys = 300
	p := newPlace(b)
	agent := p.script("stty raw -echo\nexec cat\n")
	rows := []contestant{{"bare", func() figures {
		p50, p99 := looked(bareView{agent}, p, "echo", strconv.Itoa(keys))
		return figures{"p50-ms": p50 / 1e6, "p99-ms": p99 / 1e6}
	}}}
	for _, k := range keepers(p) {
		rows = append(rows, contestant{k.name(), func() figures {
			k.keep(1, agent)
			defer k.end()
			time.Sleep(200 * time.Millisecond)
			p50, p99 := looked(k, p, "echo", strconv.Itoa(keys))
			return figures{"p50-ms": p50 / 1e6, "p99-ms": p99 / 1e6}
		}})
	}
	race(b, 5, "p50-ms", rows...)
}

// bareView is an agent that nobody keeps.
type bareView struct{ agent string }

func (bareView) name() string     { return "bare" }
func (bareView) keep(int, string) {}
func (bareView) servers() []int   { return nil }
func (v bareView) view() []string { return []string{"run", v.agent} }
func (bareView) end()             {}

// BenchmarkPaint reports how long it takes from nothing to the last line of
// what an agent has printed, and how many bytes that needs. dtach keeps no screen,
// so it has no row.
func BenchmarkPaint(b *testing.B) {
	for _, size := range []int{mega, 100 * mega} {
		b.Run(fmt.Sprintf("%dMB", size/mega), func(b *testing.B) {
			f := newFlood(b, size)
			agent := f.script(fmt.Sprintf("%s\necho the last line\nsleep 60\n", f.command()))
			var rows []contestant
			for _, k := range keepers(f.place) {
				if k.name() == "dtach" {
					continue
				}
				k.keep(1, agent)
				f.await()
				f.told()
				time.Sleep(500 * time.Millisecond)
				b.Cleanup(k.end)
				memory := 0.0
				for _, pid := range k.servers() {
					memory += f.pss(pid)
				}
				rows = append(rows, contestant{k.name(), func() figures {
					took, bytes := looked(k, f.place, "paint", "the last line")
					return figures{"ms": took / 1e6, "bytes": bytes, "PSS-MB": memory}
				}})
			}
			race(b, 9, "ms", rows...)
		})
	}
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

// BenchmarkStall reports the speed at which an agent can write when nobody
// looks, and while a viewer is attached that reads nothing for five seconds.
func BenchmarkStall(b *testing.B) {
	const wait = 5 * time.Second
	f := newFlood(b, 50*mega)
	agent := f.script(fmt.Sprintf("while [ ! -e %s/go ]; do sleep 0.02; done\n%s\nsleep 60\n", f.dir, f.command()))
	var rows []contestant
	for _, k := range keepers(f.place) {
		for _, stalled := range []bool{false, true} {
			name := k.name()
			if stalled {
				name += ", stalled viewer"
			}
			rows = append(rows, contestant{name, func() figures {
				k.keep(1, agent)
				defer k.end()
				if stalled {
					defer f.stall(k, wait)()
				}
				f.file("go", "")
				f.await()
				elapsed, _ := f.told()
				if err := os.Remove(filepath.Join(f.dir, "go")); err != nil {
					b.Fatal(err)
				}
				return figures{"MB/s": float64(f.size) / mega / elapsed.Seconds()}
			}})
		}
	}
	race(b, 3, "MB/s", rows...)
}

// stall attaches a viewer that reads nothing for a while; the end of what it
// returns is that of the viewer.
func (f flood) stall(k keeper, wait time.Duration) func() {
	f.Helper()
	cmd := exec.Command(built(f, "look"), append([]string{"stall"}, k.view()...)...)
	cmd.Env, cmd.Dir = f.env, f.dir
	in, err := cmd.StdinPipe()
	if err != nil {
		f.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || strings.TrimSpace(line) != "attached" {
		f.Fatalf("stalled viewer: %q, %v", line, err)
	}
	end := time.AfterFunc(wait, func() { in.Close() })
	return func() {
		end.Stop()
		in.Close()
		_ = cmd.Wait() // it is of no interest how
	}
}

// BenchmarkKeptOutput compares how fast an agent can write 100 MB of coloured
// log lines into a terminal that is kept: by a shim whose output a host reads,
// by tmux, by dtach.
func BenchmarkKeptOutput(b *testing.B) {
	f := newFlood(b, 100*mega)
	rows := []contestant{{"bare", func() figures {
		total := f.run([]int{0}, f.bare()...).cpu
		elapsed, own := f.told()
		return f.speed(elapsed, total-own)
	}}}
	for _, k := range keepers(f.place) {
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
}
