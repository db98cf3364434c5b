package statefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// Write replaces the file at path by data, with exactly that mode. When it
// returns nil the new content survives a loss of power; when it fails, or the
// process is killed in it, the old content is still whole. A killed writer
// can leave a temporary file behind, see Sweep.
func Write(path string, data []byte, perm os.FileMode) error {
	err := replace(path, data, perm)
	if err == nil {
		return nil
	}
	var of *fs.PathError
	if errors.As(err, &of) { // the temporary file's name says nothing to anybody
		err = of.Err
	}
	return fmt.Errorf("write %s: %w", path, err)
}

func replace(path string, data []byte, perm os.FileMode) error {
	dir := filepath.Dir(path)
	// The directory is named because renameio may pick TMPDIR otherwise.
	file, err := renameio.NewPendingFile(path, renameio.WithTempDir(dir), renameio.WithStaticPermissions(perm))
	if err != nil {
		return err
	}
	defer func() { _ = file.Cleanup() }() // nothing is left after a replace
	if _, err := file.Write(data); err != nil {
		return err
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return err
	}
	return SyncDir(dir)
}

// SyncDir makes the names in dir durable: what was created, renamed or
// removed in it before the call. File systems that cannot do this are not an
// error.
func SyncDir(dir string) error {
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// Sweep removes the temporary files that killed writers of path have left.
// Only the one process that may write path may call it.
func Sweep(path string) error {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return fmt.Errorf("sweep beside %s: %w", path, err)
	}
	prefix := "." + base
	for _, entry := range entries {
		if name := entry.Name(); entry.Type().IsRegular() && len(name) > len(prefix) && name[:len(prefix)] == prefix {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return fmt.Errorf("sweep beside %s: %w", path, err)
			}
		}
	}
	return nil
}
