package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"rooda/internal/statefile"
)

// partial begins the name of a folder on its way in or out. It is no session:
// a run that is killed in Create or Remove leaves nothing but such a folder.
const partial = ".part-"

// SessionManager keeps the sessions of one state folder (CORE-06). It holds
// no state of its own and is safe for concurrent use, in several processes.
type SessionManager struct{ sessions string }

// NewManager returns the manager of the sessions below home, see Home.
// Nothing is created until the first session is.
func NewManager(home string) *SessionManager {
	return &SessionManager{sessions: filepath.Join(home, "sessions")}
}

// Create makes a session: its folder, its lock, its first checkpoint, all
// durable, or nothing at all. An empty ID and zero times are filled in.
func (m *SessionManager) Create(record Record) (*Handle, error) {
	if record.ID == "" {
		id, err := uuid.NewV7()
		if err != nil {
			return nil, fmt.Errorf("create session: %w", err)
		}
		record.ID = id.String()
	}
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
	handle, err := m.create(record)
	if err != nil {
		return nil, &FolderError{m.sessions, err}
	}
	return handle, nil
}

func (m *SessionManager) create(record Record) (_ *Handle, err error) {
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
	if handle.lock, err = statefile.Acquire(filepath.Join(dir, lockFile)); err != nil {
		return nil, err
	}
	if handle.journal, err = openJournal(filepath.Join(dir, eventsFile)); err != nil {
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

// Open takes the lock of a session and loads it; it fails with *RunningError
// when a host has it. What a crash left undone is mended: the journal loses a
// torn line and gets the events of the last checkpoint that it lacks.
func (m *SessionManager) Open(id string) (*Handle, error) {
	handle, err := m.acquire(id)
	if err != nil {
		return nil, err
	}
	if err := handle.load(); err != nil {
		return nil, errors.Join(err, handle.Close())
	}
	return handle, nil
}

// acquire locks a session without reading it.
func (m *SessionManager) acquire(id string) (*Handle, error) {
	if err := m.exists(id); err != nil {
		return nil, err
	}
	path := filepath.Join(m.dir(id), lockFile)
	lock, err := statefile.Acquire(path)
	if errors.Is(err, statefile.ErrLocked) {
		if held, probeErr := m.held(id); probeErr == nil && !held {
			lock, err = statefile.Acquire(path)
		}
	}
	switch {
	case errors.Is(err, statefile.ErrLocked):
		// Who holds it is only information, so an unreadable record is no
		// reason to say anything else.
		record, _ := m.Load(id)
		return nil, NewRunningError(id, record.Host)
	case missing(err):
		return nil, &NotFoundError{ID: id}
	case err != nil:
		return nil, fmt.Errorf("open session: %w", err)
	}
	return &Handle{dir: m.dir(id), id: id, lock: lock}, nil
}

// Load returns the last checkpoint of a session, which may be running.
func (m *SessionManager) Load(id string) (Record, error) {
	if err := m.exists(id); err != nil {
		return Record{}, err
	}
	return load(m.dir(id), id)
}

// Dir returns the folder of a session, whether it exists or not.
func (m *SessionManager) Dir(id string) string { return m.dir(id) }

func (m *SessionManager) check() error { return CheckHome(filepath.Dir(m.sessions)) }

func (m *SessionManager) dir(id string) string { return filepath.Join(m.sessions, id) }

// exists refuses what is no id before the file system is touched, and a
// folder that is somewhere else in truth.
func (m *SessionManager) exists(id string) error {
	if !isID(id) {
		return &InvalidIDError{Text: id}
	}
	if err := m.check(); err != nil {
		return fmt.Errorf("find session: %w", err)
	}
	info, err := os.Lstat(m.dir(id))
	switch {
	case missing(err):
		return &NotFoundError{ID: id}
	case err != nil:
		return fmt.Errorf("find session: %w", err)
	case !info.IsDir():
		return &statefile.KindError{Path: m.dir(id), Want: recordKind}
	}
	return nil
}

func load(dir, id string) (Record, error) {
	path := filepath.Join(dir, recordFile)
	var record Record
	if err := statefile.Decode(path, recordKind, recordVersion, &record); err != nil {
		return Record{}, err
	}
	err := record.validate()
	if err == nil && record.ID != id {
		err = fmt.Errorf("id: %s, and the folder says %s", record.ID, id)
	}
	if err != nil {
		return Record{}, &statefile.CorruptError{Path: path, Err: err}
	}
	return record, nil
}
