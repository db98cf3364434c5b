package windowtest

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// Program is a program that runs in a window, in its foreground.
type Program struct {
	t    testing.TB
	w    *Window
	cmd  *exec.Cmd
	done chan struct{}
}

// Start starts a program on the window. It is killed at the end of the test.
func (w *Window) Start(cmd *exec.Cmd) *Program {
	w.t.Helper()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = w.TTY, w.TTY, w.TTY
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	p := &Program{t: w.t, w: w, cmd: cmd, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		_ = cmd.Wait() // Code looks at how
	}()
	w.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-p.done
	})
	return p
}

// Signal sends a signal to the program itself.
func (p *Program) Signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// Pid is its process id.
func (p *Program) Pid() int { return p.cmd.Process.Pid }

// End waits for the program's end, and until all that it wrote has come, and
// returns its exit code; 128 and the number for a signal.
func (p *Program) End() int {
	p.t.Helper()
	code := p.Ends()
	p.w.Settle()
	return code
}

// Ends waits for the program's end only.
func (p *Program) Ends() int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(Patience):
		p.t.Fatalf("%v goes on; the screen:\n%s", p.cmd.Args, p.w.Text())
	}
	status := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}
