// Package ptmx opens pseudo-terminals.
//
// On Linux it asks the kernel for the second end of the very pair it has
// opened. creack/pty asks for its number instead and opens /dev/pts/<number>,
// and hands the number's place on the stack around as a uintptr: when the
// stack moves meanwhile the number stays 0, and the end is that of whichever
// terminal /dev/pts/0 is. An agent that is started on it writes to, and is
// typed at by, another one's.
package ptmx

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open returns both ends of a new pseudo-terminal of no size: master, where
// the terminal is played, and tty, where programs are. master obeys deadlines,
// and closing it wakes its reader. Programs that are started inherit neither.
// The caller closes both.
func Open() (master, tty *os.File, err error) { return open() }

// SetSize changes the size of the terminal that f is an end of. It fails
// when f is closed.
func SetSize(f *os.File, cols, rows uint16) error {
	return control(f, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols})
	})
}

// Start starts cmd in a session of its own at a new terminal of that size,
// 0x0 for one that tells none, and returns the terminal's master for the
// caller to close. What cmd says of its standard files and its session is
// overwritten.
func Start(cmd *exec.Cmd, cols, rows uint16) (*os.File, error) {
	master, tty, err := Open()
	if err != nil {
		return nil, err
	}
	defer tty.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err = SetSize(master, cols, rows); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		master.Close()
		return nil, err
	}
	return master, nil
}

// control calls do with f's descriptor, which stays open meanwhile.
func control(f *os.File, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = do(int(fd)) }); err != nil {
		return err
	}
	return failed
}
