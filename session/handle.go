package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rooda/internal/statefile"
)

// Handle is a session that this process drives: it holds the lock. A handle
// is for one goroutine at a time; Close gives the session up.
type Handle struct {
	dir, id string
	lock    *statefile.Lock
	journal *journal
	record  Record
	// requested is the number of the last request that is anywhere, and pending are those that the record lacks.
	requested int
	pending   []Request
}

// ID returns the session's id.
func (h *Handle) ID() string { return h.id }

// Dir returns the session's folder.
func (h *Handle) Dir() string { return h.dir }

// Record returns the checkpoint that the handle began with, created or
// loaded; it is the caller's to change. Its LastSeq covers every event in the
// journal.
func (h *Handle) Record() Record { return h.record }

// Save replaces the checkpoint and stamps it (CORE-12). When it returns nil
// the record is durable, and so is every event appended before, so the
// outbox of the checkpoint that it replaces is needed no more.
func (h *Handle) Save(record Record) error {
	if record.ID != h.id {
		return fmt.Errorf("save session %s: the record's id is %q", h.id, record.ID)
	}
	record.UpdatedAt = time.Now()
	if err := record.validate(); err != nil {
		return fmt.Errorf("save session %s: %w", h.id, err)
	}
	data, err := statefile.Encode(recordKind, recordVersion, record)
	if err != nil {
		return fmt.Errorf("save session %s: %w", h.id, err)
	}
	if err := h.journal.sync(); err != nil {
		return fmt.Errorf("save session %s: %w", h.id, err)
	}
	if err := statefile.Write(filepath.Join(h.dir, recordFile), data, 0o600); err != nil {
		return fmt.Errorf("save session %s: %w", h.id, err)
	}
	return nil
}

// Append adds events to the journal, all or none, in rising order of Seq.
// They are to be in the Outbox of the checkpoint that was saved before.
func (h *Handle) Append(events []Event) error { return h.journal.append(events) }

// IterationDir makes and returns the folder of one iteration, counted from 0.
func (h *Handle) IterationDir(task string, iteration, attempt int) (string, error) {
	if !isFolderName(task) || iteration < 0 {
		return "", fmt.Errorf("make iteration folder: task %q, iteration %d", task, iteration)
	}
	dir := IterationDir(h.dir, task, iteration, attempt)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make iteration folder: %w", err)
	}
	return dir, nil
}

// Close gives the lock up. The session stays as it was last saved. Closing
// twice is harmless.
func (h *Handle) Close() error {
	var err error
	if h.journal != nil {
		err = errors.Join(h.journal.sync(), h.journal.file.Close())
		h.journal = nil
	}
	if h.lock != nil {
		err = errors.Join(err, h.lock.Close())
	}
	return err
}

// load reads the record and brings the journal up to it.
func (h *Handle) load() error {
	record, err := load(h.dir, h.id)
	if err != nil {
		return err
	}
	if h.journal, err = openJournal(filepath.Join(h.dir, eventsFile)); err != nil {
		return err
	}
	var lost []Event
	for _, event := range record.Outbox {
		if event.Seq > h.journal.last {
			lost = append(lost, event)
		}
	}
	if err := h.journal.append(lost); err != nil {
		return err
	}
	record.LastSeq = max(record.LastSeq, h.journal.last)
	h.record = record
	if err := h.loadRequests(); err != nil {
		return err
	}
	return statefile.Sweep(filepath.Join(h.dir, recordFile))
}
