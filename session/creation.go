package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"rooda/internal/statefile"
)

// partial begins the name of a folder on its way in or out. It is no session:
// a run that is killed in Create or Remove leaves nothing but such a folder.
const partial = ".part-"

// Create makes a session: its folder, its lock, its first checkpoint, all
// durable, or nothing at all. An empty ID and zero times are filled in; no
// other session has the ShortID of an ID that is.
func (m *SessionManager) Create(record Record) (*Handle, error) {
	if record.ID != "" {
		return m.createAs(record, false)
	}
	for { // an id begins with its millisecond
		id, err := uuid.NewV7()
		if err != nil {
			return nil, fmt.Errorf("create session: %w", err)
		}
		record.ID = id.String()
		handle, err := m.createAs(record, true)
		if !errors.Is(err, errAlike) {
			return handle, err
		}
	}
}

func (m *SessionManager) createAs(record Record, alone bool) (*Handle, error) {
	if record.CreatedAt.IsZero() {
		record.CreatedAt = time.Now()
	}
	record.UpdatedAt = record.CreatedAt
	if err := record.validate(); err != nil {
		return nil, fmt.Errorf("create session: %w", err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("create session: %w", err)
	}
	handle, err := m.create(record, alone)
	if err != nil {
		return nil, &FolderError{m.sessions, err}
	}
	return handle, nil
}

// errAlike says that people could not tell a new session from another one.
var errAlike = errors.New("another session has the same short id")

// alike reports whether another session, or one that is just being made, has the same ShortID.
func (m *SessionManager) alike(id string) bool {
	entries, _ := os.ReadDir(m.sessions)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		name := strings.TrimPrefix(e.Name(), partial)
		return name != id && strings.HasPrefix(name, ShortID(id))
	})
}

func (m *SessionManager) create(record Record, alone bool) (_ *Handle, err error) {
	if err := os.MkdirAll(m.sessions, 0o700); err != nil {
		return nil, err
	}
	// The folder gets its name when it is whole; the lock goes along.
	final := m.dir(record.ID)
	if _, err := os.Lstat(final); err == nil {
		return nil, fmt.Errorf("session %s exists", record.ID)
	}
	dir := filepath.Join(m.sessions, partial+record.ID)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	handle := &Handle{dir: dir, id: record.ID, record: record}
	defer func() {
		if err != nil {
			err = errors.Join(err, handle.Close(), os.RemoveAll(dir))
		}
	}()
	if alone && m.alike(record.ID) { // looked at once its own folder is there, so one of two sees the other
		return nil, errAlike
	}
	if handle.lock, err = statefile.Acquire(filepath.Join(dir, lockFile)); err != nil {
		return nil, err
	}
	if handle.journal, err = openJournal(filepath.Join(dir, eventsFile)); err != nil {
		return nil, err
	}
	if err := statefile.ReserveLines(filepath.Join(dir, requestsFile), requestsSize); err != nil {
		return nil, err
	}
	if err := handle.Save(record); err != nil {
		return nil, err
	}
	if err := os.Rename(dir, final); err != nil {
		return nil, err
	}
	dir, handle.dir = final, final
	return handle, statefile.SyncDir(m.sessions)
}
