package pty

import (
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// environLimit bounds how much of a process's environment is looked at.
	environLimit = 4 << 20
	// blankLooks is how often a process is seen without an environment until it counts as one that has
	// none: between two looks it may have begun an exec.
	blankLooks = 4
	// execPatience is how long a search waits, all in all, for the end of execs. They take some
	// microseconds of work; a busy machine may put that off.
	execPatience = time.Second
)

// procfs reads /proc with few system calls and one buffer.
type procfs struct {
	dir  *os.File
	fd   int
	user uint32
	buf  []byte
	late time.Time // when no exec is waited for any more; zero before the first
}

func openProcfs() (*procfs, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	return &procfs{dir: dir, fd: int(dir.Fd()), user: uint32(os.Geteuid()), buf: make([]byte, 16<<10)}, nil
}

func (p *procfs) close() { p.dir.Close() }

// pids lists the processes of this user.
func (p *procfs) pids() ([]int, error) {
	names, err := p.dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		var st unix.Stat_t
		if unix.Fstatat(p.fd, name, &st, 0) == nil && st.Uid == p.user {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// stat returns false for a process that is gone.
func (p *procfs) stat(pid int) (stat, bool) {
	line, err := p.read(strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(pid, line)
}

// carries says whether the process was started with a key.
func (p *procfs) carries(pid int, key string) bool {
	mark, ok := p.mark(pid)
	return ok && mark == key
}

// environ returns what a process was started with, valid until the next read. In the middle of an exec it
// has neither that nor a command line, which every program gets; so this waits until it has.
func (p *procfs) environ(pid int) ([]byte, error) {
	name := strconv.Itoa(pid)
	for blank := 0; blank < blankLooks; {
		env, err := p.read(name + "/environ")
		if err != nil || len(env) > 0 {
			return env, err
		}
		if line, err := p.read(name + "/cmdline"); err != nil || len(line) > 0 {
			blank++
		} else if st, ok := p.stat(pid); !ok || st.kernel || st.state == 'Z' || st.state == 'X' || !p.wait() {
			break
		}
	}
	return nil, nil
}

// wait waits for a moment, and reports whether it may.
func (p *procfs) wait() bool {
	now := time.Now()
	if p.late.IsZero() {
		p.late = now.Add(execPatience)
	}
	if now.After(p.late) {
		return false
	}
	<-time.After(time.Millisecond) // the kernel tells nobody
	return true
}

// read returns a file's content, valid until the next read.
func (p *procfs) read(name string) ([]byte, error) {
	fd, err := unix.Openat(p.fd, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	n := 0
	for {
		m, err := unix.Read(fd, p.buf[n:])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		n += m
		if m == 0 || n >= environLimit {
			return p.buf[:n], nil
		}
		if n == len(p.buf) {
			p.buf = append(p.buf, make([]byte, len(p.buf))...)
		}
	}
}
