package statefile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// maxSize bounds what is read into memory, in bytes.
const maxSize = 64 << 20

// Read returns the content of a regular file. Links, pipes and devices are
// refused: a state file is none of these, and opening one could block.
func Read(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MiB", maxSize>>20)}
	}
	return data, err
}
