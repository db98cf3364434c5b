package session

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"rooda/internal/statefile"
)

// ReadEvents yields the journaled events of the session in dir whose number
// is above after, in order; 0 yields all. It may run while a host appends: a
// line that is still being written is left out. It yields at most one error,
// last. A session without a journal has no events.
func ReadEvents(dir string, after uint64) iter.Seq2[Event, error] {
	path := filepath.Join(dir, eventsFile)
	return func(yield func(Event, error) bool) {
		file, err := openEvents(path)
		if err != nil {
			yield(Event{}, err)
			return
		}
		if file == nil {
			return
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(make([]byte, 0, 4096), maxLine+2)
		lines.Split(wholeLines)
		for n := 1; lines.Scan(); n++ {
			event, err := ParseEvent(lines.Bytes())
			if err != nil {
				yield(Event{}, &statefile.CorruptError{Path: path, Err: fmt.Errorf("line %d: %w", n, err)})
				return
			}
			if event.Seq > after && !yield(event, nil) {
				return
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(Event{}, &statefile.CorruptError{Path: path, Err: errLongLine})
		} else if err != nil {
			yield(Event{}, fmt.Errorf("read events: %w", err))
		}
	}
}

var errLongLine = fmt.Errorf("a line of more than %d bytes", maxLine)

// wholeLines is bufio.ScanLines without the last line that has no end.
func wholeLines(data []byte, _ bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}

// openEvents opens a journal to read its events, nil where there is none.
func openEvents(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	switch {
	case missing(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read events: %w", err)
	}
	return file, nil
}
