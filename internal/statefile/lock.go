package statefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// ErrLocked is returned for a lock that another open file holds.
var ErrLocked = errors.New("locked by another process")

// A probe holds the lock for an instant; attempts outlast it. They are counted, not timed: a process that stood still
// meanwhile has not seen that another one holds the lock.
const (
	attempts   = 40
	probeRetry = 5 * time.Millisecond
)

// Lock is an exclusive lock on a file. The kernel gives it up when the
// process ends, however it ends, and programs that the process starts do not
// inherit it. The file itself stays: removing it would let two hold "the" lock.
type Lock struct{ file *flock.Flock }

// Acquire takes the lock on path, creating the file with mode 0600. It does
// not wait for a holder: it fails with an error that matches ErrLocked.
func Acquire(path string) (*Lock, error) {
	lock := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	for range attempts {
		locked, err := lock.TryLock()
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		if locked {
			return &Lock{lock}, nil
		}
		time.Sleep(probeRetry)
	}
	return nil, fmt.Errorf("lock %s: %w", path, ErrLocked)
}

// Close gives the lock up. Closing twice is harmless.
func (l *Lock) Close() error { return l.file.Unlock() }

// Held reports whether somebody holds the lock on path. No file, no holder.
func Held(path string) (bool, error) {
	probe := flock.New(path, flock.SetFlag(os.O_RDONLY))
	// A shared lock, so that two probes do not see each other.
	free, err := probe.TryRLock()
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("probe lock %s: %w", path, err)
	}
	if free {
		err = probe.Unlock()
	}
	return !free, err
}
