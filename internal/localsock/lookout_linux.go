package localsock

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// lookout notices that a socket or its folder goes away. fsnotify would, too,
// but it has 128 KB of stack, and one can only watch folders with it: each socket that
// opens would wake up all others.
type lookout struct {
	path string
	fd   int
	file *os.File // of fd
}

func newLookout(socket string) (*lookout, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, os.NewSyscallError("inotify_init1", err)
	}
	return &lookout{socket, fd, os.NewFile(uintptr(fd), "inotify")}, nil
}

// aim looks at what is there now. What is not there, nobody can watch; whoever
// makes it has us aim again.
func (l *lookout) aim() {
	const gone = unix.IN_MOVE_SELF | unix.IN_DELETE_SELF | unix.IN_DONT_FOLLOW
	// A socket that is open is not deleted, but has one name less.
	_, _ = unix.InotifyAddWatch(l.fd, l.path, gone|unix.IN_ATTRIB)
	_, _ = unix.InotifyAddWatch(l.fd, filepath.Dir(l.path), gone|unix.IN_ONLYDIR)
}

// wait returns when either may have gone; false when ctx has ended.
func (l *lookout) wait(ctx context.Context) bool {
	release := context.AfterFunc(ctx, func() { _ = l.file.SetReadDeadline(time.Now()) })
	defer release()
	_, err := l.file.Read(make([]byte, 1024)) // some events at once; what they say does not matter
	return err == nil
}

func (l *lookout) close() { l.file.Close() }
