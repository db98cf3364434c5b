package session

import (
	"path/filepath"

	"rooda/internal/statefile"
)

// Running reports whether a host drives the session at this moment. It asks
// the lock, never a remembered state.
func (m *SessionManager) Running(id string) (bool, error) {
	if err := m.exists(id); err != nil {
		return false, err
	}
	return statefile.Held(filepath.Join(m.dir(id), lockFile))
}
