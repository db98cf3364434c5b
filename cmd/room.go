package cmd

import (
	"errors"
	"io/fs"
	"syscall"

	"rooda/internal/console"
	"rooda/session"
)

// makeRoom gives an error of a disk that is full the hint where to make room, and what to type then, and
// one of a state that cannot be written what is to be so. Any other is left as it is.
func makeRoom(s console.Streams, err error, then string) error {
	home, unknown := session.Home(s.Environ)
	switch {
	case unknown != nil:
		return err
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return hintf(err, "make %s yours to write, with all that is in it; then: %s", home, then)
	case !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT):
		return err
	}
	return hintf(err, "make room on the disk of %s, with rooda session prune say; then: %s", home, then)
}
