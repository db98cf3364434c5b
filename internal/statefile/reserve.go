package statefile

import (
	"fmt"
	"os"
	"path/filepath"
)

// Reserve takes room on the disk for one WriteReserved of at most size bytes to path, in a file
// beside it that Sweep removes, too.
func Reserve(path string, size int) error {
	if err := os.WriteFile(room(path), make([]byte, size), 0o600); err != nil {
		os.Remove(room(path)) // a full disk leaves a part of it
		return fmt.Errorf("reserve room for %s: %w", path, err)
	}
	return nil
}

// WriteReserved is Write into the room that was reserved for path, so a disk that has become full
// since does not matter. Without that room, or where it cannot be used, it is Write. It may be
// tried again.
func WriteReserved(path string, data []byte, perm os.FileMode) error {
	if fill(path, data, perm) == nil {
		return nil
	}
	err := Write(path, data, perm)
	if err == nil {
		Unreserve(path)
	}
	return err
}

// Unreserve gives back the room for a WriteReserved to path that is not going to come.
func Unreserve(path string) { os.Remove(room(path)) } // where there is none any more, that is all right

func room(path string) string {
	dir, base := filepath.Split(path)
	return dir + "." + base + ".room"
}

// fill does not cut the file before the data is in it: what a disk gets back it may give to another.
func fill(path string, data []byte, perm os.FileMode) error {
	file, err := os.OpenFile(room(path), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(data); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(data))); err != nil {
		return err
	}
	if err := file.Chmod(perm); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}
