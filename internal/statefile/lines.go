package statefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// ReserveLines makes the file at path hold nothing but room for size bytes of lines: newlines, which
// AppendLine puts its lines over.
func ReserveLines(path string, size int) error {
	blank := bytes.Repeat([]byte("\n"), size)
	if found, err := Read(path); err == nil && bytes.Equal(found, blank) {
		return nil
	}
	made, err := writeOver(path, 0, blank, false)
	if err == nil {
		err = os.Truncate(path, int64(size))
	}
	if err != nil {
		if made {
			os.Remove(path) // a full disk leaves a part of it
		}
		return fmt.Errorf("reserve room for %s: %w", path, err)
	}
	return nil
}

// AppendLine adds a line to the lines of the file at path, which is made if need be, and returns when that
// survives a loss of power. As long as there is room that was reserved, a disk that has become full since does
// not matter. Who is killed in it leaves the lines before whole, and perhaps a part of this one. The caller sees
// to it that one writes at a time: of two, one line goes over the other.
func AppendLine(path string, line []byte) error {
	found, err := Read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("append to %s: %w", path, err)
	}
	lines := bytes.TrimRight(found, "\n")
	end := int64(len(lines))
	if end > 0 {
		line = append([]byte("\n"), line...)
	}
	made, err := writeOver(path, end, append(line, '\n'), true)
	if err == nil && made {
		err = SyncDir(filepath.Dir(path))
	}
	if err != nil {
		_, _ = writeOver(path, end, found[end:], false)
		os.Truncate(path, int64(len(found)))
		return fmt.Errorf("append to %s: %w", path, err)
	}
	return nil
}

// Lines are those of the file at path, but for empty ones; none where it is missing.
func Lines(path string) ([][]byte, error) {
	data, err := Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return bytes.FieldsFunc(data, func(r rune) bool { return r == '\n' }), err
}

// writeOver puts data at an offset of a file, durably if that is to be, and says whether it had to make that.
func writeOver(path string, offset int64, data []byte, durable bool) (made bool, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		made = true
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	if _, err = file.WriteAt(data, offset); err == nil && durable {
		err = file.Sync()
	}
	return made, err
}
