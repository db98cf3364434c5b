package session

import (
	"path/filepath"
	"time"

	"rooda/internal/statefile"
)

// Running reports whether a host drives the session at this moment. It asks
// the lock, never a remembered state. It may wait a moment for a host that was
// killed and is not quite gone.
func (m *SessionManager) Running(id string) (bool, error) {
	if err := m.exists(id); err != nil {
		return false, err
	}
	return m.held(id)
}

// dyingPatience bounds the wait for what is left of a host that has ended.
const dyingPatience = 2 * time.Second

// held reports whether a process that lives has the session's lock. The threads of one that was
// killed end one by one, and the lock goes with the last.
func (m *SessionManager) held(id string) (bool, error) {
	look := time.NewTicker(5 * time.Millisecond) // a lock has no event
	defer look.Stop()
	for late := time.Now().Add(dyingPatience); ; <-look.C {
		held, err := statefile.Held(filepath.Join(m.dir(id), lockFile))
		if err != nil || !held {
			return held, err
		}
		// Who is not known, or only gone, is not the one that holds it now.
		if record, err := m.Load(id); err != nil || !record.Host.dying() || time.Now().After(late) {
			return true, nil
		}
	}
}
