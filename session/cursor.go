package session

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"rooda/internal/statefile"
)

// cursorPiece is the most events that a Cursor returns at once.
const cursorPiece = 256

// Cursor reads a journal from its beginning, piece by piece, while a host
// appends to it. It keeps no file open. A cursor is for one goroutine.
type Cursor struct {
	path   string
	offset int64
	after  uint64
}

// NewCursor returns a cursor over the events of the session in dir whose
// number is above after.
func NewCursor(dir string, after uint64) *Cursor {
	return &Cursor{path: filepath.Join(dir, eventsFile), after: after}
}

// Next returns the next events up to number last, in order; none when there
// are no more yet.
func (c *Cursor) Next(last uint64) ([]Event, error) {
	if c.after >= last {
		return nil, nil
	}
	file, err := os.OpenFile(c.path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	defer file.Close()
	if _, err := file.Seek(c.offset, io.SeekStart); err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	var events []Event
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 0, 4096), maxLine+2)
	lines.Split(wholeLines)
	for len(events) < cursorPiece && lines.Scan() {
		event, err := ParseEvent(lines.Bytes())
		if err != nil {
			return nil, &statefile.CorruptError{Path: c.path, Err: fmt.Errorf("at byte %d: %w", c.offset, err)}
		}
		if event.Seq > last {
			break // not for sure yet
		}
		c.offset += int64(len(lines.Bytes()) + 1)
		if event.Seq > c.after {
			c.after = event.Seq
			events = append(events, event)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}
	return events, nil
}
