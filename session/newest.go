package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"rooda/internal/statefile"
)

// NewestEvents yields what ReadEvents does of all events, the newest first, and reads no more of the journal
// than is taken.
func NewestEvents(dir string) iter.Seq2[Event, error] {
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
		for line, err := range newestLines(file) {
			var event Event
			switch {
			case errors.Is(err, errLongLine):
				err = &statefile.CorruptError{Path: path, Err: err}
			case err != nil:
				err = fmt.Errorf("read events: %w", err)
			default:
				if event, err = ParseEvent(line); err != nil {
					err = &statefile.CorruptError{Path: path, Err: err}
				}
			}
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// newestLines yields the lines of a file, the last one first, without what stands after the last line end. It
// yields at most one error, last.
func newestLines(file *os.File) iter.Seq2[[]byte, error] {
	const piece = 64 << 10
	return func(yield func([]byte, error) bool) {
		at, err := file.Seek(0, io.SeekEnd)
		if err != nil {
			yield(nil, err)
			return
		}
		var rest []byte // from at to the line that was yielded last
		for whole := false; at > 0; {
			read := make([]byte, min(at, piece))
			at -= int64(len(read))
			if _, err := file.ReadAt(read, at); err != nil {
				yield(nil, err)
				return
			}
			rest = append(read, rest...)
			for end := bytes.LastIndexByte(rest, '\n'); end >= 0; end = bytes.LastIndexByte(rest, '\n') {
				if whole && !yield(rest[end+1:], nil) {
					return
				}
				rest, whole = rest[:end], true
			}
			if len(rest) > maxLine {
				yield(nil, errLongLine)
				return
			}
			if at == 0 && whole {
				yield(rest, nil)
			}
		}
	}
}
