package cmd

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// suspension takes Ctrl-Z for a run's view in place, which says what that means before it
// stops, and is painted afresh when the shell lets it go on. Only its own goroutine calls it.
type suspension struct {
	asked   chan os.Signal
	resumed chan os.Signal
}

// newSuspension takes the signals from now on where a shell controls this job: without one the
// kernel lets nobody stop. The caller calls end, with the process about to end: the runtime keeps its
// handler, so that SIGTSTP does nothing any more.
func newSuspension() *suspension {
	n := &suspension{asked: make(chan os.Signal, 1), resumed: make(chan os.Signal, 1)}
	if controlled() && !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(n.asked, syscall.SIGTSTP)
		signal.Notify(n.resumed, syscall.SIGCONT)
	}
	return n
}

// controlled says whether somebody of the same session could let a process group go on that is
// stopped: the shell that made it a job.
func controlled() bool {
	parent := os.Getppid()
	sid, err := unix.Getsid(0)
	of, err2 := unix.Getsid(parent)
	group, err3 := unix.Getpgid(parent)
	return err == nil && err2 == nil && err3 == nil && sid == of && group != unix.Getpgrp()
}

// stop stops this process as Ctrl-Z would have; whoever else is in its group has had the key.
func (n *suspension) stop() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) }

func (n *suspension) end() {
	signal.Stop(n.asked)
	signal.Stop(n.resumed)
}

// background says whether a shell has put this process behind its prompt, on the terminal that
// it writes to.
func (s Streams) background() bool {
	_, talk := s.direct()
	f, ok := talk.(*os.File)
	if !ok {
		return false
	}
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && group != unix.Getpgrp()
}
