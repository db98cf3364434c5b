package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rooda/internal/statefile"
)

// Remove deletes a session with everything in its folder. It refuses one that
// is running, and a folder that no host ever locked, because that is not a
// session. Links in the folder are removed, not followed.
func (m *SessionManager) Remove(id string) error {
	return m.RemoveUnless(id, func() error { return nil })
}

// RemoveUnless is Remove, unless refuse fails. That is asked while no host can come or go.
func (m *SessionManager) RemoveUnless(id string, refuse func() error) error {
	if err := m.exists(id); err != nil {
		return err
	}
	if info, err := os.Lstat(filepath.Join(m.dir(id), lockFile)); err != nil || !info.Mode().IsRegular() {
		return &statefile.KindError{Path: m.dir(id), Want: recordKind}
	}
	handle, err := m.acquire(id)
	if err != nil {
		return err
	}
	if err = refuse(); err == nil {
		err = m.remove(id)
	}
	return errors.Join(err, handle.Close())
}

// remove takes the name away first: what a kill leaves is no session.
func (m *SessionManager) remove(id string) error {
	root, err := os.OpenRoot(m.sessions)
	if err != nil {
		return fmt.Errorf("remove session: %w", err)
	}
	defer root.Close()
	if err := root.Rename(id, partial+id); err != nil {
		return fmt.Errorf("remove session: %w", err)
	}
	if err := root.RemoveAll(partial + id); err != nil {
		return fmt.Errorf("remove session: %w", err)
	}
	return statefile.SyncDir(m.sessions)
}

// Prunable are the finished sessions, all but the keep newest of them, that
// were last saved before a time; a zero time means any. Sessions that can be
// resumed where they stand, that run, that stay because stays says so, or that
// cannot be read are none, and do not count. A nil stays says no.
func (m *SessionManager) Prunable(keep int, before time.Time, stays func(Record) bool) ([]string, error) {
	records, err := m.prunable(keep, before, stays)
	var ids []string
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return ids, err
}

func (m *SessionManager) prunable(keep int, before time.Time, stays func(Record) bool) ([]Record, error) {
	summaries, err := m.List()
	if err != nil {
		return nil, err
	}
	var records []Record
	for _, s := range summaries {
		if s.Err != nil || s.Running || !s.Record.Outcome.finished() || stays != nil && stays(s.Record) {
			continue
		}
		if keep--; keep >= 0 || !before.IsZero() && !s.Record.UpdatedAt.Before(before) {
			continue
		}
		records = append(records, s.Record)
	}
	return records, nil
}

// errTouched says that a session is not as it was when it was chosen to be removed.
var errTouched = errors.New("session was taken up again")

// Prune removes what is Prunable, and what stays lets go a second time, while no host can come:
// one that was taken up again meanwhile stays. It returns the ids that it removed, also when it
// fails at a later one.
func (m *SessionManager) Prune(keep int, before time.Time, stays func(Record) bool) ([]string, error) {
	records, err := m.prunable(keep, before, stays)
	if err != nil {
		return nil, err
	}
	var removed []string
	for _, chosen := range records {
		err := m.RemoveUnless(chosen.ID, func() error {
			now, err := m.Load(chosen.ID)
			if err != nil || !now.UpdatedAt.Equal(chosen.UpdatedAt) || stays != nil && stays(now) {
				return errTouched
			}
			return nil
		})
		switch {
		case errors.Is(err, ErrRunning), errors.Is(err, errTouched):
		case err != nil:
			return removed, err
		default:
			removed = append(removed, chosen.ID)
		}
	}
	return removed, m.sweep()
}

// sweep removes the folders that a killed Create or Remove left.
func (m *SessionManager) sweep() error {
	entries, err := os.ReadDir(m.sessions)
	if missing(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sweep sessions: %w", err)
	}
	for _, entry := range entries {
		id, ok := strings.CutPrefix(entry.Name(), partial)
		if !ok || !isID(id) || !entry.IsDir() {
			continue
		}
		dir := filepath.Join(m.sessions, entry.Name())
		lock, err := statefile.Acquire(filepath.Join(dir, lockFile))
		if err != nil {
			continue // on its way at this moment
		}
		if err := errors.Join(os.RemoveAll(dir), lock.Close()); err != nil {
			return fmt.Errorf("sweep sessions: %w", err)
		}
	}
	return nil
}
