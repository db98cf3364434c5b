package attach

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// stop stops only this process: whoever else is in its group has been stopped by the one who
// sent the signal. A signal that has been caught once does not do it any more. The thread that calls gets
// it itself, so that it has been stopped, and let go on, when this returns: what it had looked at
// before would be outdated by then.
func stop() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGSTOP)
}
