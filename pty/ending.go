package pty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killWait is how long a process may take to die of KILL (ERR-38).
const killWait = time.Second

// run sees the agent to its end. It owns the stop ladder and exit.
func (l *Local) run() {
	defer close(l.done)
	ending := l.ladder()
	l.exit.EndedAt = time.Now()
	l.exit.Killed, l.exit.Unkillable = ending.killed, ending.unkillable

	if l.prompt != nil {
		l.prompt.Close()
	}
	l.slave.Close()
	s := sweep{leader: l.pid, key: l.key, tree: l.sole, strays: !l.sole, known: ending.known}
	var taken bool
	if ending.forced {
		l.exit.Swept = s.run(0, l.kill.c)
		taken = l.output.drain(l.stop.c, l.kill.c)
	} else {
		taken = l.output.drain(l.stop.c, l.kill.c)
		l.exit.Swept = s.run(sweepGrace, l.kill.c)
	}
	if taken {
		taken = l.output.end(l.stop.c)
	}
	l.output.finish.set()
	l.exit.Untaken = !taken
	l.exit.Bytes, l.exit.LogErr = l.script.written()
	l.exit.Unanswered = l.answers.lost.Load() + l.script.unanswered()

	l.swept.set()
	if ending.unkillable {
		l.exit.Code, l.exit.Signal = 128+int(syscall.SIGKILL), syscall.SIGKILL
	} else {
		<-l.reaped
		l.exit.Code, l.exit.Signal = status(l.cmd.ProcessState)
	}
	l.master.Close() // wakes an Input that the agent never read
}

// ending says how the ladder got rid of the agent: not at all (it ended
// by itself), by Stop or Close, by KILL, or without success; and what stood
// below it before that.
type ending struct {
	killed, forced, unkillable bool
	known                      map[int]uint64
}

// ladder returns when the agent is gone or given up (ERR-35 to ERR-38).
func (l *Local) ladder() ending {
	select {
	case <-l.gone.c:
		return ending{}
	case <-l.stop.c:
	}
	if l.gone.isSet() {
		return ending{}
	}
	known := descendants(l.pid)
	if !l.kill.isSet() && l.ask() {
		return ending{killed: true, known: known}
	}
	if l.gone.isSet() { // only others of its group are left
		return ending{killed: true, forced: true, known: known}
	}
	l.signal(l.pid, unix.SIGKILL)
	last := time.NewTimer(killWait)
	defer last.Stop()
	select {
	case <-l.gone.c:
		return ending{killed: true, forced: true, known: known}
	case <-last.C:
		return ending{killed: true, forced: true, unkillable: true, known: known}
	}
}

// watch announces the agent's end and reaps it, the only place that does.
// Until the sweep is over the agent stays a zombie: its pid, which is also
// the number of its group and session, cannot be taken by a stranger.
func (l *Local) watch() {
	l.leader.await(l.pid)
	l.gone.set()
	<-l.swept.c
	l.handle.Lock()
	l.released = true
	l.handle.Unlock()
	l.cmd.Wait() // its error only repeats ProcessState
	hosted.leave(l.pid)
	close(l.reaped)
}

// Signal sends sig to the agent's process group. It fails with ErrExited once
// the agent is gone.
func (l *Local) Signal(ctx context.Context, sig syscall.Signal) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.handle.Lock()
	defer l.handle.Unlock()
	if l.released || l.gone.isSet() {
		return ErrExited
	}
	if err := l.signal(l.pid, sig); err != nil {
		return fmt.Errorf("signal agent: %w", err)
	}
	return nil
}

// signalGroup must be called only while the group's leader is not reaped.
func signalGroup(pid int, sig syscall.Signal) error {
	if pid <= 1 || pid == unix.Getpgrp() {
		return errors.New("refuse to signal a process group that is not an agent's")
	}
	return unix.Kill(-pid, sig)
}

func status(state *os.ProcessState) (int, syscall.Signal) {
	if state == nil { // this program reaps children elsewhere, or ignores SIGCHLD
		return -1, 0
	}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal()), ws.Signal()
	}
	return state.ExitCode(), 0
}
