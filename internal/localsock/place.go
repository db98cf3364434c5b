package localsock

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// longestPath is what fits into a socket's address on every system.
const longestPath = 103

// Path is where in runDir the socket of a folder is: a short name, because
// the addresses of sockets are. It fails with *PlaceError when it would be too long all the same.
func Path(runDir, dir string) (string, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("name socket: %w", err)
	}
	sum := sha256.Sum256([]byte(whole))
	path := filepath.Join(runDir, hex.EncodeToString(sum[:6])+".sock")
	if len(path) > longestPath {
		return "", &PlaceError{
			path, fmt.Sprintf("path of the socket has %d bytes, the system allows %d", len(path), longestPath),
			"set ROODA_STATE_HOME to a folder with a shorter path",
		}
	}
	return path, nil
}

// EnsureDir makes the folder for sockets, which must be this user's own
// and nobody else's to look into.
func EnsureDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make folder for sockets: %w", err)
	}
	return CheckDir(dir)
}

// CheckDir fails with *PlaceError unless dir is such a folder.
func CheckDir(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("look at folder for sockets: %w", err)
	}
	const advice = "remove it, or set ROODA_STATE_HOME to a folder of your own"
	switch stat, known := info.Sys().(*syscall.Stat_t); {
	case info.Mode().Type() == fs.ModeSymlink:
		return &PlaceError{dir, "folder for sockets is a symbolic link", advice}
	case !info.IsDir():
		return &PlaceError{dir, "is no folder", advice}
	case known && int(stat.Uid) != os.Geteuid():
		return &PlaceError{dir, "folder for sockets belongs to another user", advice}
	case info.Mode().Perm()&0o077 != 0:
		return &PlaceError{
			dir, fmt.Sprintf("folder for sockets is open to other users (mode %04o)", info.Mode().Perm()),
			"chmod 700 " + dir,
		}
	}
	return nil
}

// Clear takes away a socket at path that nobody listens on any more. Anything
// else that is there stays, and is an error.
func Clear(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at socket: %w", err)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return &PlaceError{path, "is there and is no socket", "move it away"}
	}
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		conn.Close()
		return &PlaceError{path, "somebody listens there already", "rooda session list"}
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("try socket: %w", err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove stale socket: %w", err)
	}
	return nil
}

// Foreign fails with *PlaceError when something stands at path that is no socket.
// Whoever serves there opens its socket again when that has gone.
func Foreign(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() == fs.ModeSocket {
		return nil
	}
	return &PlaceError{path, "is there and is no socket", "move it away; the socket comes back by itself"}
}

// PlaceError says that a socket cannot be where it should.
type PlaceError struct {
	Path, Reason, Advice string
}

func (e *PlaceError) Error() string { return e.Path + ": " + e.Reason }

// Hint says what to do.
func (e *PlaceError) Hint() string { return e.Advice }
