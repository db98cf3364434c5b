//go:build !linux

package attach

import "syscall"

// deadly are the signals of this system that end a process and can be caught.
var deadly = [...]syscall.Signal{
	syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT,
	// These mean faults of a program's own, which Go does not deliver, except when
	// another process sends them.
	syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGSEGV, syscall.SIGSYS, syscall.SIGTRAP,
	syscall.SIGEMT,
}
