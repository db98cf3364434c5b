package shim

import (
	"os"
	"path/filepath"
	"syscall"
	"time"

	"rooda/internal/statefile"
)

const (
	// orphaned is how long the folder of a record may be away before it counts
	// as removed where nothing proves that it was.
	orphaned = 10 * time.Second
	// unwritten is how long a disk may refuse the record of an agent's end.
	unwritten = 24 * time.Hour
	// longestRest is how long a disk that has room again may go without it at most.
	longestRest = 4 * time.Second
)

// folder is the place of a record, held open so that one that was removed can
// be told from one that was moved, or is not mounted for a moment. Where it
// could not be opened it counts as away only.
type folder struct {
	path string
	file *os.File
}

// openFolder holds the folder, if that can be; close gives it up.
func openFolder(path string) folder {
	file, err := os.Open(path)
	if err != nil {
		file = nil
	}
	return folder{path, file}
}

// removed reports that the folder has no name any more: what is held open has
// no link, wherever it was moved.
func (f folder) removed() bool {
	if f.file == nil {
		return false
	}
	info, err := f.file.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink == 0
}

func (f folder) away() bool {
	_, err := os.Stat(f.path)
	return missing(err)
}

func (f folder) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// insist calls store until it succeeds: the disk is full, say. It gives up
// after limit, and earlier when the folder is gone: where that is certain, as
// soon as hosts had time to ask, because nobody will ever read it there.
func (f folder) insist(store func() error, limit time.Duration) {
	begun := time.Now()
	wait := time.Second
	for err := store(); err != nil; err = store() {
		left := limit
		if f.away() {
			left = min(left, orphaned)
		}
		if f.removed() {
			left = min(left, farewell)
		}
		if left -= time.Since(begun); left <= 0 {
			return
		}
		<-time.After(min(wait, left))
		wait = min(2*wait, longestRest)
	}
}

// keepExit records the end, and notes why that could not be done.
func (s *server) keepExit() error {
	err := storeBy(statefile.WriteReserved, s.launch.Dir, ExitFile, s.exit)
	if err != nil {
		f := newFault(err)
		s.unwritten.Store(&f)
		return err
	}
	s.unwritten.Store(nil)
	return nil
}

// Tidy takes away the room for the record of an agent's end, in an iteration's folder, once that record
// cannot come any more: its shim is gone, or no host can start one. The caller has found that out by
// Claim; a shim that lives is spared for all that.
func Tidy(dir string) {
	var r record
	if err := load(dir, ShimFile, &r); missing(err) || err == nil && !r.Process.alive() {
		statefile.Unreserve(filepath.Join(dir, ExitFile))
	}
}
