//go:build unix && !linux

package windowtest

import "golang.org/x/sys/unix"

const (
	readTermios = unix.TIOCGETA
	flushInput  = unix.TIOCFLUSH
	flushQueue  = unix.TCIFLUSH
)
