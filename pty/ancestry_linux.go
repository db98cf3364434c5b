package pty

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// maxDepth bounds how many generations of processes are looked through.
const maxDepth = 100

// descends says whether p is a descendant of this process.
func (p *procfs) descends(of stat) bool {
	_, ok := p.child(of)
	return ok
}

// child returns of's ancestor, or of itself, that is a child of this process.
func (p *procfs) child(of stat) (stat, bool) {
	for range maxDepth {
		if of.parent == os.Getpid() {
			return of, true
		}
		next, ok := p.stat(of.parent)
		if !ok || next.parent <= 0 {
			break
		}
		of = next
	}
	return stat{}, false
}

// descendants returns what stands below the agent now, and when each was
// started: when the agent is gone, nothing shows it any more.
func descendants(agent int) map[int]uint64 {
	proc, err := openProcfs()
	if err != nil {
		return nil
	}
	defer proc.close()
	pids, err := proc.pids()
	if err != nil {
		return nil
	}
	found := map[int]uint64{}
	for _, pid := range pids {
		if st, ok := proc.stat(pid); ok && pid != agent {
			if child, ok := proc.child(st); ok && child.pid == agent {
				found[pid] = st.started
			}
		}
	}
	return found
}

// strays says whether a process belongs to the agent only because it is below
// this process and nobody else's: it has left the agent's session, and its
// mark. While other agents run here, the last of them takes it along.
func (p *procfs) strays(agent, of stat, key string) bool {
	child, ok := p.child(of)
	if !ok || child.group == unix.Getpgrp() || of.group == unix.Getpgrp() {
		return false
	}
	if child.pid == agent.pid {
		return of.started >= agent.started
	}
	for _, st := range []stat{child, of} {
		if st.session == agent.pid {
			return true
		}
		for _, pid := range []int{st.pid, st.session} {
			if is, _, _ := hosted.others(agent.pid, pid); is {
				return false
			}
		}
		if mark, marked := p.mark(st.pid); marked {
			return mark == key && key != ""
		}
	}
	_, any, since := hosted.others(agent.pid, 0)
	return !any && child.started >= since && !sameProgram(child.pid)
}

// mark returns the key that a process carries.
func (p *procfs) mark(pid int) (string, bool) {
	env, err := p.environ(pid)
	if err != nil {
		return "", false
	}
	for len(env) > 0 {
		var e []byte
		e, env, _ = bytes.Cut(env, []byte{0})
		if key, ok := bytes.CutPrefix(e, []byte(KeyVariable+"=")); ok {
			return string(key), true
		}
	}
	return "", false
}

// sameProgram says whether a process runs this process's executable: such a
// child holds a terminal of its own.
func sameProgram(pid int) bool {
	own, err := os.Stat("/proc/self/exe")
	if err != nil {
		return true
	}
	its, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/exe")
	return err == nil && os.SameFile(own, its)
}
