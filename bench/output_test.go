package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const mega = 1_000_000

// flood is an agent that writes size bytes of a workload: "log", coloured log
// lines; "tui", repaints of a whole screen; "yes", lines of one letter.
type flood struct {
	place
	workload string
	size     int
	report   string
}

func newFlood(tb testing.TB, workload string, size int) flood {
	p := newPlace(tb)
	return flood{p, workload, size, filepath.Join(p.dir, "report")}
}

func (f flood) command() string {
	return strings.Join([]string{built(f, "flood"), f.workload, strconv.Itoa(f.size), f.report}, " ")
}

// speed is what the agent felt, and what cpu is for as much output.
func (f flood) speed(elapsed, cpu time.Duration) figures {
	return figures{
		"MB/s":        float64(f.size) / mega / elapsed.Seconds(),
		"cpu-s/100MB": cpu.Seconds() * 100 * mega / float64(f.size),
	}
}

// told returns what the agent noted: the time it took, and its own CPU time.
func (f flood) told() (elapsed, cpu time.Duration) {
	f.Helper()
	data, err := os.ReadFile(f.report)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := fmt.Sscan(string(data), (*int64)(&elapsed), (*int64)(&cpu)); err != nil {
		f.Fatal(err)
	}
	if err := os.Remove(f.report); err != nil {
		f.Fatal(err)
	}
	return elapsed, cpu
}

func (f flood) bare() []string {
	return append([]string{built(f, "bare")}, strings.Fields(f.command())...)
}

func (f flood) loop() []string {
	return []string{built(f, "rooda"), "run", "build", "-q", "-n", "1", "--ai-cmd", f.command()}
}

func (f flood) session() []string {
	wf := f.workflow(fmt.Sprintf(`id: flood, prompt: Talk., ai_cmd: %q, max_iterations: 1`, f.command()))
	return []string{built(f, "rooda"), "workflow", "run", wf, "-q"}
}

// BenchmarkOutput compares how fast an agent can write 500 MB of coloured log
// lines: to a terminal that is only emptied, to a loop, and to a session,
// which keeps all of it in a file. The CPU time is without the agent's. tmux
// has a tenth to do.
func BenchmarkOutput(b *testing.B) {
	f := newFlood(b, "log", 500*mega)
	through := func(name string, argv []string, codes ...int) contestant {
		return contestant{name, func() figures {
			defer f.forget()
			total := f.run(codes, argv...).cpu
			elapsed, own := f.told()
			return f.speed(elapsed, total-own)
		}}
	}
	contestants := []contestant{
		through("bare", f.bare(), 0),
		through("rooda run", f.loop(), 2),
		through("rooda workflow run", f.session(), 0),
	}
	if _, err := exec.LookPath("tmux"); err == nil {
		contestants = append(contestants, contestant{"tmux", newFlood(b, f.workload, f.size/10).tmux})
	} else {
		b.Log("no row for tmux:", err)
	}
	race(b, 5, "MB/s", contestants...)
}
