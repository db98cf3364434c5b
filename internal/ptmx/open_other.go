//go:build !linux

package ptmx

import (
	"os"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// open has the library's pair: where it asks for a name instead of a number,
// the name's place does not move.
func open() (master, tty *os.File, err error) {
	blocking, tty, err := pty.Open()
	if err != nil {
		return nil, nil, err
	}
	defer blocking.Close()
	// The library has taken the master out of the runtime's poller for good,
	// so only a new file on a duplicate can be in it.
	fd, err := unix.FcntlInt(blocking.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		tty.Close()
		return nil, nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		tty.Close()
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), blocking.Name()), tty, nil
}
