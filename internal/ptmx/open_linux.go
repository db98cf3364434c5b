package ptmx

import (
	"errors"
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
	err = control(master, func(fd int) (err error) {
		number, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
		if err != nil {
			return fmt.Errorf("number terminal: %w", err)
		}
		if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return fmt.Errorf("unlock terminal: %w", err)
		}
		tty, err = second(fd, number, flags, peer)
		return err
	})
	if err != nil {
		master.Close()
		return nil, nil, err
	}
	return master, tty, nil
}

// second opens the other end of the pair whose master is fd, as ask does. Kernels of before 4.13 and
// some sandboxes cannot be asked: there it is the terminal of the pair's number.
func second(fd int, number uint32, flags int, ask func(fd, flags int) (int, error)) (*os.File, error) {
	name := "/dev/pts/" + strconv.FormatUint(uint64(number), 10)
	tty, err := ask(fd, flags)
	if errors.Is(err, unix.ENOTTY) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		tty, err = unix.Open(name, flags, 0)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(tty), name), nil
}

// peer asks the kernel for it. The flags go by value: there is nothing here that could move.
func peer(fd, flags int) (int, error) {
	tty, _, failed := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCGPTPEER, uintptr(flags))
	if failed != 0 {
		return 0, failed
	}
	return int(tty), nil
}
