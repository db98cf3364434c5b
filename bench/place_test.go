package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// place is where the commands of one benchmark run: a working folder, a home
// and a state folder that are nobody else's. It stays until all is over.
type place struct {
	testing.TB
	dir, home, state string
	env              []string
}

func newPlace(tb testing.TB, env ...string) place {
	tb.Helper()
	p := place{TB: tb}
	root, err := os.MkdirTemp(scratch, "place-")
	if err != nil {
		tb.Fatal(err)
	}
	for name, dir := range map[string]*string{"work": &p.dir, "home": &p.home, "state": &p.state} {
		*dir = filepath.Join(root, name)
		if err := os.Mkdir(*dir, 0o700); err != nil {
			tb.Fatal(err)
		}
	}
	p.env = append([]string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + p.home, "ROODA_STATE_HOME=" + p.state, "TERM=xterm-256color", "LANG=C.UTF-8",
	}, env...)
	return p
}

// file writes a file into the working folder and returns its path.
func (p place) file(name, text string) string {
	p.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
	return path
}

// workflow writes a workflow of one stage and returns its path.
func (p place) workflow(tasks ...string) string {
	p.Helper()
	return p.file("bench.yml", "name: bench\nstages:\n  - id: all\n    tasks:\n      - {"+strings.Join(tasks, "}\n      - {")+"}\n")
}

// forget removes all sessions. It is for those with huge logs only: where many
// files were just deleted, some file systems take milliseconds to create one.
func (p place) forget() {
	p.Helper()
	if err := os.RemoveAll(filepath.Join(p.state, "sessions")); err != nil {
		p.Fatal(err)
	}
}

// usage is what a command took; cpu includes the children it waited for, and
// peak is its own resident size.
type usage struct {
	wall, cpu time.Duration
	peak      float64 // MB; 0 where there is no /proc
}

// start starts a program in a process group of its own.
func (p place) start(argv ...string) (*exec.Cmd, *bytes.Buffer) {
	p.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = p.dir, p.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	return cmd, &out
}

// run runs a program to its end, which must be one of the exit codes.
func (p place) run(codes []int, argv ...string) usage {
	p.Helper()
	began := time.Now()
	cmd, out := p.start(argv...)
	err := cmd.Wait()
	took := usage{wall: time.Since(began), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if !slices.Contains(codes, cmd.ProcessState.ExitCode()) {
		p.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return took
}

// watched is run, and looks at the program's peak size all the while.
func (p place) watched(codes []int, argv ...string) usage {
	p.Helper()
	began := time.Now()
	cmd, out := p.start(argv...)
	ended := make(chan struct{})
	peak := make(chan float64)
	go func() { peak <- highWater(cmd.Process.Pid, ended) }()
	err := cmd.Wait()
	close(ended)
	took := usage{wall: time.Since(began), peak: <-peak}
	if !slices.Contains(codes, cmd.ProcessState.ExitCode()) {
		p.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return took
}

// highWater is the last peak that the kernel told of a process, in MB. (The
// peak in wait's resource usage begins with that of the parent.)
func highWater(pid int, ended <-chan struct{}) float64 {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	var kb float64
	for {
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
			if _, after, ok := bytes.Cut(status, []byte("VmHWM:")); ok {
				_, _ = fmt.Sscan(string(after), &kb)
			}
		}
		select {
		case <-ended:
			return kb / 1024
		case <-tick.C:
		}
	}
}
