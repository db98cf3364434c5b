package pty

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// process is one left-over process, held by a descriptor so that its number
// cannot come to mean another one.
type process struct {
	pid, parent, group int
	pidfd              int
}

func (p process) signal(sig unix.Signal) { unix.PidfdSendSignal(p.pidfd, sig, nil, 0) }

// release gives the descriptor back and reaps a process that became our
// child when its parent died, which happens where rooda plays init.
func (p process) release() {
	unix.Close(p.pidfd)
	if p.parent == os.Getpid() {
		unix.Wait4(p.pid, nil, unix.WNOHANG, nil)
	}
}

// find opens every process that the sweep must end. The caller releases them.
func (s sweep) find() ([]process, error) {
	proc, err := openProcfs()
	if err != nil {
		return nil, err
	}
	defer proc.close()
	var agent stat // none: only the key counts
	if s.leader != 0 {
		var ok bool
		if agent, ok = proc.stat(s.leader); !ok {
			return nil, os.ErrNotExist
		}
	}
	pids, err := proc.pids()
	if err != nil {
		return nil, err
	}
	var found []process
	for _, pid := range pids {
		st, ok := proc.stat(pid)
		if !ok || !s.covers(proc, agent, st) {
			continue
		}
		fd, err := unix.PidfdOpen(pid, 0)
		if err == unix.ESRCH {
			continue
		}
		if err != nil {
			for _, p := range found {
				p.release()
			}
			return nil, err
		}
		// Only now is the number pinned: look again at what it stands for.
		if again, ok := proc.stat(pid); !ok || again.started != st.started {
			unix.Close(fd)
			continue
		}
		found = append(found, process{pid: pid, parent: st.parent, group: st.group, pidfd: fd})
	}
	return found, nil
}

// covers says whether a process belongs to the agent. Nothing older than the
// agent does (but see strays), nor this process and its group.
func (s sweep) covers(proc *procfs, agent, p stat) bool {
	switch {
	case p.pid == agent.pid, p.pid == os.Getpid(), p.group == unix.Getpgrp():
		return false
	case p.state == 'Z', p.state == 'X':
		return false
	case p.started < agent.started:
		return s.strays && proc.strays(agent, p, s.key)
	case agent.pid != 0 && (p.group == agent.pid || p.session == agent.pid):
		return true
	case s.known[p.pid] == p.started:
		return true
	case s.tree && proc.descends(p), s.key != "" && proc.carries(p.pid, s.key):
		return true
	}
	return s.strays && proc.strays(agent, p, s.key)
}

// stat is the part of /proc/<pid>/stat that a sweep needs; started is in
// clock ticks since boot.
type stat struct {
	pid, parent, group, session int
	started                     uint64
	state                       byte
	kernel                      bool // a thread of the kernel's, which no program runs in
}

const kernelThread = 0x00200000 // PF_KTHREAD of its flags

func parseStat(pid int, line []byte) (stat, bool) {
	// The name in parentheses may hold spaces and parentheses itself.
	i := bytes.LastIndexByte(line, ')')
	if i < 0 {
		return stat{}, false
	}
	fields := bytes.Fields(line[i+1:])
	if len(fields) < 20 {
		return stat{}, false
	}
	number := func(i int) int { n, _ := strconv.Atoi(string(fields[i])); return n }
	started, err := strconv.ParseUint(string(fields[19]), 10, 64)
	return stat{
		pid: pid, state: fields[0][0], parent: number(1), group: number(2), session: number(3), started: started,
		kernel: number(6)&kernelThread != 0,
	}, err == nil
}
