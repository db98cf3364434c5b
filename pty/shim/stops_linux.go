package shim

import (
	"context"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// Stops calls tell whenever a process that this one has started was stopped or woken, a
// shim for one, until ctx ends. It takes no process's end from whoever waits for it.
func Stops(ctx context.Context, tell func()) {
	children := make(chan os.Signal, 1)
	signal.Notify(children, unix.SIGCHLD)
	defer signal.Stop(children)
	for {
		if stirred() {
			tell()
		}
		select {
		case <-children:
		case <-ctx.Done():
			return
		}
	}
}

// stirred takes what the kernel has to tell of stops and wakings, and says whether there was any.
func stirred() bool {
	for any := false; ; any = true {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_ALL, 0, &info, unix.WSTOPPED|unix.WCONTINUED|unix.WNOHANG, nil)
		switch {
		case err == unix.EINTR:
		case err != nil || info.Signo == 0:
			return any
		}
	}
}
