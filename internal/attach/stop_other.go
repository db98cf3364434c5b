//go:build !linux

package attach

import (
	"os"
	"syscall"
)

// stop stops only this process: whoever else is in its group has been stopped by the one who
// sent the signal. A signal that has been caught once does not do it any more.
func stop() { syscall.Kill(os.Getpid(), syscall.SIGSTOP) }
