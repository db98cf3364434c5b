package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rooda/internal/statefile"
)

// SessionManager keeps the sessions of one state folder (CORE-06). It holds
// no state of its own and is safe for concurrent use, in several processes.
type SessionManager struct{ sessions string }

// NewManager returns the manager of the sessions below home, see Home.
// Nothing is created until the first session is.
func NewManager(home string) *SessionManager {
	return &SessionManager{sessions: filepath.Join(home, "sessions")}
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
