package pty

import "golang.org/x/sys/unix"

const (
	getTermios, setTermios = unix.TCGETS, unix.TCSETS
	// maxInputLine is how much of a line the kernel keeps, without its end, until that is read.
	maxInputLine = 4095
	// noControl is the control character that is none.
	noControl = 0
)
