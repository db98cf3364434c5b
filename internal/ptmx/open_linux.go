package ptmx

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

func open() (master, tty *os.File, err error) {
	const path, flags = "/dev/ptmx", unix.O_RDWR | unix.O_NOCTTY | unix.O_CLOEXEC
	fd, err := unix.Open(path, flags|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	master = os.NewFile(uintptr(fd), path)
	err = control(master, func(fd int) error {
		number, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
		if err != nil {
			return fmt.Errorf("number terminal: %w", err)
		}
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return fmt.Errorf("unlock terminal: %w", err)
		}
		name := "/dev/pts/" + strconv.FormatUint(uint64(number), 10)
		// The flags go by value: there is nothing here that could move.
		peer, _, failed := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGPTPEER, flags)
		if failed != 0 {
			return &os.PathError{Op: "open", Path: name, Err: failed}
		}
		tty = os.NewFile(peer, name)
		return nil
	})
	if err != nil {
		master.Close()
		return nil, nil, err
	}
	return master, tty, nil
}
