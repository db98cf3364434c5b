package windowtest

import "golang.org/x/sys/unix"

const (
	readTermios = unix.TCGETS
	flushInput  = unix.TCFLSH
	flushQueue  = unix.TCIFLUSH
)
