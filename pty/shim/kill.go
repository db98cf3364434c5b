package shim

import (
	"fmt"
	"os"
	"time"

	"rooda/pty"
)

const (
	killLimit = 3 * time.Second
	killStep  = 10 * time.Millisecond
)

// Keeper is the process that keeps the terminal of an iteration's agent, and
// whether it is there.
func Keeper(dir string) (pid int, alive bool) {
	var r record
	if load(dir, ShimFile, &r) != nil {
		return 0, false
	}
	return r.Process.Pid, r.Process.alive()
}

// Kill ends by force the shim of an iteration's folder, which takes its agent
// along, and what that had started and can be told by its key. It is for shims
// that do not answer: nothing is recorded, so the agent is lost. The process is
// the recorded one or none. It returns when that is gone; nil too when it was.
func Kill(dir string) error {
	var r record
	if err := load(dir, ShimFile, &r); err != nil {
		return fmt.Errorf("kill agent's terminal: %w", err)
	}
	// What is found before it is looked at cannot become another one meanwhile,
	// where the system has handles of processes.
	process, err := os.FindProcess(r.Process.Pid)
	if !r.Process.alive() {
		return nil
	}
	if err == nil {
		err = process.Kill()
	}
	if err != nil && r.Process.alive() {
		return fmt.Errorf("kill agent's terminal, process %d: %w", r.Process.Pid, err)
	}
	look := time.NewTicker(killStep)
	defer look.Stop()
	for begun := time.Now(); r.Process.alive(); <-look.C {
		if time.Since(begun) > killLimit {
			return fmt.Errorf("kill agent's terminal: process %d does not end: %w", r.Process.Pid, ErrUnreachable)
		}
	}
	var p plan
	if load(dir, SpecFile, &p) == nil {
		pty.Sweep(p.Key)
	}
	return nil
}
