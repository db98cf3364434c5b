//go:build !linux

package attach

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
