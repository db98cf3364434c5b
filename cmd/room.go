package cmd

import (
	"errors"
	"syscall"

	"rooda/session"
)

// makeRoom gives an error of a disk that is full the hint where to make room, and what to type then.
// Any other is left as it is.
func makeRoom(s Streams, err error, then string) error {
	home, unknown := session.Home(s.Environ)
	if unknown != nil || !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return hintf(err, "make room on the disk of %s, with rooda session prune say; then: %s", home, then)
}
