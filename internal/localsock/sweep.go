package localsock

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// young is how old a socket must be to be swept: who opens one holds Sweep
// off, but not every file system has locks.
const young = time.Second

// Sweep takes away the sockets in dir that processes left when they were
// killed, and returns how many. It leaves alone whatever somebody listens on,
// whatever Path has not named or this user does not own, and a folder that
// CheckDir refuses or that somebody is opening a socket in.
func Sweep(dir string) int { return sweep(dir, young) }

func sweep(dir string, age time.Duration) (swept int) {
	if CheckDir(dir) != nil {
		return 0
	}
	folder, err := enter(dir, unix.LOCK_EX)
	if err != nil {
		return 0
	}
	defer folder.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if named(entry.Name()) && abandoned(path, age) && os.Remove(path) == nil {
			swept++
		}
	}
	return swept
}

// named says whether Path could have given this name.
func named(name string) bool {
	digits, ok := strings.CutSuffix(name, ".sock")
	return ok && len(digits) == 12 && strings.Trim(digits, "0123456789abcdef") == ""
}

// abandoned says whether a file is a socket of this user's that is not young
// any more and that nobody listens on.
func abandoned(path string, age time.Duration) bool {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != fs.ModeSocket || time.Since(info.ModTime()) < age {
		return false
	}
	if stat, known := info.Sys().(*syscall.Stat_t); !known || int(stat.Uid) != os.Geteuid() {
		return false
	}
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		conn.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// enter locks a folder of sockets: shared for who opens one, which nobody
// can connect to for a moment, and exclusive for who sweeps. It does not wait,
// but fails with unix.EWOULDBLOCK.
func enter(dir string, how int) (folder *os.File, err error) {
	if folder, err = os.Open(filepath.Clean(dir)); err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), how|unix.LOCK_NB); err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}

// enterToOpen is enter for who opens a socket. Whoever sweeps has done so in
// no time; one that was stopped meanwhile, or a file system without locks,
// must not hold up anybody.
func enterToOpen(dir string) (release func()) {
	for deadline := time.Now().Add(contested); ; <-time.After(retry) {
		folder, err := enter(dir, unix.LOCK_SH)
		if err == nil {
			return func() { folder.Close() }
		}
		if !errors.Is(err, unix.EWOULDBLOCK) || time.Now().After(deadline) {
			return func() {}
		}
	}
}
