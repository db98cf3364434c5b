package pty

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// environLimit bounds how much of a process's environment is looked at.
const environLimit = 4 << 20

// procfs reads /proc with few system calls and one buffer.
type procfs struct {
	dir  *os.File
	fd   int
	user uint32
	buf  []byte
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
