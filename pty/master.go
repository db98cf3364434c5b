package pty

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"rooda/internal/ptmx"
)

// openPair returns a new pseudo-terminal of the given size. The master obeys
// deadlines, and closing it wakes its reader.
func openPair(size Size) (master, slave *os.File, err error) {
	master, slave, err = ptmx.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open terminal: %w", err)
	}
	if err := setSize(master, size); err != nil {
		master.Close()
		slave.Close()
		return nil, nil, err
	}
	return master, slave, nil
}

// silence switches the terminal's echo off: where nobody types, all that
// it would put into the output are the answers to the agent's queries.
func silence(slave *os.File) error {
	conn, err := slave.SyscallConn()
	if err != nil {
		return fmt.Errorf("switch echo off: %w", err)
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		var settings *unix.Termios
		if settings, failed = unix.IoctlGetTermios(int(fd), getTermios); failed == nil {
			settings.Lflag &^= unix.ECHO
			failed = unix.IoctlSetTermios(int(fd), setTermios, settings)
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("switch echo off: %w", err)
	}
	return nil
}

func setSize(f *os.File, size Size) error {
	if err := ptmx.SetSize(f, size.Cols, size.Rows); err != nil {
		return fmt.Errorf("resize terminal: %w", err)
	}
	return nil
}

// Resize changes the terminal's size; see Terminal.
func (l *Local) Resize(ctx context.Context, size Size) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if l.gone.isSet() {
		return ErrExited
	}
	return l.script.resize(size, func() error { return setSize(l.master, size) })
}
