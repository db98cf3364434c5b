//go:build !linux

package pty

import "golang.org/x/sys/unix"

const (
	getTermios, setTermios = unix.TIOCGETA, unix.TIOCSETA
	// maxInputLine is how much of a line the kernel keeps, without its end: MAX_CANON is 1024.
	maxInputLine = 1022
	// noControl is the control character that is none.
	noControl = 0xff
)
