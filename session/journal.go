package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"rooda/internal/statefile"
)

// maxLine bounds one event in the journal, in bytes.
const maxLine = 1 << 20

// journal appends to events.jsonl.
type journal struct {
	file *os.File
	size int64
	last uint64 // number of the last event in it
	// unsynced says that something was appended since the last sync.
	unsynced bool
}

// openJournal opens the journal at path for writing, creating it, and cuts
// off what a killed writer left of a line.
func openJournal(path string) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &journal{file: file}
	if err := j.recover(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// recover finds the last whole event and cuts the file after it.
func (j *journal) recover() error {
	info, err := j.file.Stat()
	if err != nil {
		return fmt.Errorf("open journal: %w", err)
	}
	if !info.Mode().IsRegular() {
		return &statefile.CorruptError{Path: j.file.Name(), Err: errors.New("not a regular file")}
	}
	// Two lines at most: the last whole one and the torn one.
	tail := make([]byte, min(info.Size(), 2*(maxLine+1)))
	start := info.Size() - int64(len(tail))
	if _, err := j.file.ReadAt(tail, start); err != nil && err != io.EOF {
		return fmt.Errorf("open journal: %w", err)
	}
	whole := bytes.LastIndexByte(tail, '\n') + 1
	if whole == 0 && start > 0 {
		return &statefile.CorruptError{Path: j.file.Name(), Err: errors.New("no line end in its last part")}
	}
	if whole > 0 {
		event, err := ParseEvent(tail[bytes.LastIndexByte(tail[:whole-1], '\n')+1 : whole-1])
		if err != nil {
			return &statefile.CorruptError{Path: j.file.Name(), Err: fmt.Errorf("last line: %w", err)}
		}
		j.last = event.Seq
	}
	j.size = start + int64(whole)
	if j.size < info.Size() {
		if err := j.file.Truncate(j.size); err != nil {
			return fmt.Errorf("mend journal: %w", err)
		}
		j.unsynced = true
	}
	return nil
}

// append writes events, all or none.
func (j *journal) append(events []Event) error {
	var lines bytes.Buffer
	last := j.last
	for _, event := range events {
		if event.Seq <= last {
			return fmt.Errorf("append to journal: event %d comes after event %d", event.Seq, last)
		}
		last = event.Seq
		line, err := json.Marshal(event)
		if err != nil {
			return fmt.Errorf("append to journal: event %d: %w", event.Seq, err)
		}
		if len(line) > maxLine {
			return fmt.Errorf("append to journal: event %d has %d bytes, more than %d", event.Seq, len(line), maxLine)
		}
		lines.Write(line)
		lines.WriteByte('\n')
	}
	if lines.Len() == 0 {
		return nil
	}
	if _, err := j.file.WriteAt(lines.Bytes(), j.size); err != nil {
		// What was written of it must not stand before the next event.
		return errors.Join(fmt.Errorf("append to journal: %w", err), j.file.Truncate(j.size))
	}
	j.size += int64(lines.Len())
	j.last, j.unsynced = last, true
	return nil
}

// sync makes what was appended survive a loss of power.
func (j *journal) sync() error {
	if !j.unsynced {
		return nil
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("sync journal: %w", err)
	}
	j.unsynced = false
	return nil
}

// ParseEvent reads one line of a journal. It refuses a task whose name would
// lead out of the session's folder.
func ParseEvent(line []byte) (Event, error) {
	var event Event
	if err := json.Unmarshal(line, &event); err != nil {
		return Event{}, err
	}
	switch {
	case event.Seq == 0:
		return Event{}, errors.New("seq: missing")
	case event.Task != "" && !isFolderName(event.Task):
		return Event{}, fmt.Errorf("task: %q can name no folder", event.Task)
	case event.Iteration < 0 || event.Attempt < 0:
		return Event{}, errors.New("iteration: below 0")
	}
	return event, nil
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
