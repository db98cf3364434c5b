package cmd

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"rooda/internal/console"
)

// suspension takes Ctrl-Z for a host, whose view in place says what that means before it
// stops, and is painted afresh when the shell lets it go on. Only the view's goroutine calls what no other is
// said of.
type suspension struct {
	asked   chan os.Signal
	resumed chan os.Signal

	mu     sync.Mutex
	asleep bool      // from before the stop until the waking is known
	woke   time.Time // the last waking, zero for none
	shell  int       // the parent, as it was stopped
	had    bool      // a terminal, as it was stopped
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
// It tells of that first. What is asked once more before the waking is known is the same stop, which the
// kernel forgets with the waking, too. The view calls woken when resumed tells that it goes on.
func (n *suspension) stop(tell func()) {
	if n.asleep { // no other goroutine changes it
		return
	}
	tell()
	n.mu.Lock()
	n.asleep, n.shell, n.had = true, os.Getppid(), terminalThere()
	n.mu.Unlock()
	drop(n.resumed)
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
}

// drop takes a signal of before.
func drop(signals <-chan os.Signal) {
	select {
	case <-signals:
	default:
	}
}

func (n *suspension) woken() {
	drop(n.asked)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asleep {
		n.asleep, n.woke = false, time.Now()
	}
}

// heed is for a view that is not in place, which may wait for its reader: it stops without a word,
// until over is closed.
func (n *suspension) heed(over <-chan struct{}) {
	for {
		select {
		case <-n.asked:
			n.stop(func() {})
		case <-n.resumed:
			n.woken()
		case <-over:
			return
		}
	}
}

// shellsEnd is how long after its farewell a shell takes to end, and how long after the waking that is still
// heard: all of that comes at once, on a machine that may be busy.
const shellsEnd = time.Second

// wakes reports whether a signal that has just come may have waited until this process was woken. Any
// goroutine may call it; it may be called on nil.
func (n *suspension) wakes() bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asleep || !n.woke.IsZero() && time.Since(n.woke) < shellsEnd
}

// deserted reports whether such a SIGTERM is no order but the farewell of the shell, which sends
// SIGTERM and SIGCONT to its stopped jobs and ends (bash): then it, or the terminal, is gone within moments. It is an
// order as soon as the shell has put this job into the foreground, and when over is closed. Any goroutine may call it.
func (n *suspension) deserted(over <-chan struct{}) bool {
	n.mu.Lock()
	shell, had := n.shell, n.had
	n.mu.Unlock()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	limit := time.NewTimer(shellsEnd)
	defer limit.Stop()
	for {
		if os.Getppid() != shell || had && !terminalThere() {
			return true
		}
		if foreground() {
			return false
		}
		select {
		case <-look.C:
		case <-limit.C:
			return false
		case <-over:
			return false
		}
	}
}

func (n *suspension) end() {
	signal.Stop(n.asked)
	signal.Stop(n.resumed)
}

// terminalThere says whether this process has a controlling terminal. It loses that when the
// leader of its session ends.
func terminalThere() bool {
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	tty.Close()
	return true
}

// background says whether a shell has put this process behind its prompt, on the terminal that
// it writes to.
func background(s console.Streams) bool {
	_, talk := s.Direct()
	f, ok := talk.(*os.File)
	if !ok {
		return false
	}
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && group != unix.Getpgrp()
}
