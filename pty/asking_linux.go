package pty

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// stopWait is how long a process may take to obey SIGSTOP.
const stopWait = 100 * time.Millisecond

// ask sends TERM to the agent's process group and the rest of its session,
// and returns true when the agent and all who got it are gone within the
// grace: the work is often done by a child of a shell, which needs the time.
//
// When the leader of a session ends, the kernel hangs up on the terminal's
// foreground group, and most programs die of that. So a leader that would die of TERM
// at once is stopped until the others have ended. One that handles TERM
// decides for itself.
func (l *Local) ask() bool {
	deadline := time.Now().Add(l.grace)
	others, err := sweep{leader: l.pid}.find()
	if err != nil {
		others = nil // only the leader can be waited for
	}
	defer release(others)
	held := len(others) > 0 && l.hold()
	l.signal(l.pid, unix.SIGTERM)
	for _, p := range others {
		if p.group != l.pid {
			p.signal(unix.SIGTERM)
		}
		p.signal(unix.SIGCONT) // a stopped process would not see the TERM
	}
	if !held {
		unix.Kill(l.pid, unix.SIGCONT)
	}
	left := await(others, time.Until(deadline), l.kill.c)
	if held {
		unix.Kill(l.pid, unix.SIGCONT)
	}
	late := time.NewTimer(max(time.Until(deadline), 0))
	defer late.Stop()
	select {
	case <-l.gone.c:
		return len(left) == 0
	case <-late.C:
	case <-l.kill.c:
	}
	return false
}

// hold stops a leader that does nothing about TERM, and returns whether it did.
func (l *Local) hold() bool {
	if !mortal(l.pid) || unix.Kill(l.pid, unix.SIGSTOP) != nil {
		return false
	}
	proc, err := openProcfs()
	if err != nil {
		return true
	}
	defer proc.close()
	// Of two signals the kernel delivers TERM first, so STOP must be over.
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(stopWait); time.Now().Before(deadline); <-tick.C {
		if st, ok := proc.stat(l.pid); !ok || st.state == 'T' || st.state == 't' || st.state == 'Z' {
			break
		}
	}
	return true
}

// mortal says that a process neither handles nor ignores nor blocks TERM.
func mortal(pid int) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	for line := range bytes.Lines(status) {
		name, value, _ := bytes.Cut(line, []byte{':'})
		switch string(name) {
		case "SigBlk", "SigIgn", "SigCgt":
			set, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 16, 64)
			if err != nil || set>>(unix.SIGTERM-1)&1 != 0 {
				return false
			}
		}
	}
	return true
}
