//go:build !linux

package attach

import "golang.org/x/sys/unix"

// orphaned reports whether nobody is there to fetch this process from the background, as far as
// its parent tells, which is in another session then.
func orphaned() bool {
	own, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	parent, err := unix.Getsid(unix.Getppid())
	return err == nil && parent != own
}
