package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// PlaceError says that the state folder, or that of the sessions in it, is
// none, or not this user's alone to write to: what is stored there is executed
// by a resume. Path may also be the variable that is to name it.
type PlaceError struct {
	Path, Reason, Advice string
}

func (e *PlaceError) Error() string { return e.Path + ": " + e.Reason }

// Hint says what to do.
func (e *PlaceError) Hint() string { return e.Advice }

// CheckHome fails with *PlaceError unless the state folder and that of the
// sessions in it are folders that belong to this user and nobody else can write to.
// A link that this user made to a folder of that kind is one. What is not there yet
// is well; what cannot be looked at is for whoever needs it to complain about.
func CheckHome(home string) error {
	for _, dir := range []string{home, filepath.Join(home, "sessions")} {
		if err := checkOwn(dir, os.Geteuid()); err != nil {
			return err
		}
	}
	return nil
}

// checkOwn looks at one folder.
func checkOwn(dir string, user int) error {
	const elsewhere = "set ROODA_STATE_HOME to a folder of your own"
	info, err := os.Lstat(dir)
	if err == nil && info.Mode().Type() == fs.ModeSymlink {
		if owner, known := ownerOf(info); known && owner != user {
			return &PlaceError{dir, "is a symbolic link that another user made", elsewhere}
		}
		info, err = os.Stat(dir)
	}
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return &PlaceError{dir, "a part of that path is no folder", elsewhere}
	case err != nil:
		return nil
	case !info.IsDir():
		return &PlaceError{dir, "is no folder", elsewhere}
	}
	if owner, known := ownerOf(info); known && owner != user {
		return &PlaceError{dir, fmt.Sprintf("belongs to another user (%d, and this is %d)", owner, user), elsewhere}
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return &PlaceError{dir, fmt.Sprintf("others can write to it (mode %04o), and what is stored there is executed", mode), "chmod go-w " + dir}
	}
	return nil
}

func ownerOf(info fs.FileInfo) (user int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Uid), true
}

// Remote names the kind of network file system that the state folder is on, or
// would be, "" for none. Locks and the order of writes are not to be relied on there.
func Remote(home string) string {
	for dir := filepath.Clean(home); ; dir = filepath.Dir(dir) {
		kind, err := remoteKind(dir)
		if err == nil || !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return kind
		}
	}
}
