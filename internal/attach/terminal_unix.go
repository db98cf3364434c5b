//go:build unix

package attach

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// noControl keeps a terminal that is opened from becoming ours.
const noControl = unix.O_NOCTTY

// terminalPath returns a name by which the terminal can be opened again, empty
// where the system does not tell.
func terminalPath(f *os.File) string {
	path, _ := os.Readlink(filepath.Join("/proc/self/fd", strconv.Itoa(int(f.Fd()))))
	return path
}

// foreground reports whether this process may change the terminal, as far as can be told.
func (t *Terminal) foreground() bool {
	group, err := unix.IoctlGetInt(t.fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// sameDevice says whether both files are the same terminal. It must not ask
// the new one for its descriptor: that would make it blocking.
func sameDevice(a, b *os.File) bool {
	return device(a) != 0 && device(a) == device(b)
}

func device(f *os.File) uint64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return uint64(stat.Rdev)
}
