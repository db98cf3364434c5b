package session

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Summary is one line of a list of sessions.
type Summary struct {
	ID string
	// Record is the last checkpoint; only its ID is set when Err is not nil.
	Record Record
	// Running says that a host drives the session at this moment.
	Running bool
	// Err says why the session cannot be read.
	Err error
}

// List returns all sessions, newest first. One that cannot be read is in the
// list, with its error.
func (m *SessionManager) List() ([]Summary, error) {
	ids, err := m.ids()
	if err != nil {
		return nil, err
	}
	summaries := make([]Summary, len(ids))
	for i, id := range ids {
		running, probeErr := m.held(id) // first: what a host saves last comes before its end
		record, err := m.Load(id)
		record.ID = id
		if err == nil {
			err = probeErr
		}
		summaries[i] = Summary{ID: id, Record: record, Running: running, Err: err}
	}
	return summaries, nil
}

// Latest returns the id of the newest session that was started in workdir, or
// else the newest of all, and whether it is one of workdir. One that cannot be
// read may be one.
func (m *SessionManager) Latest(workdir string) (id string, here bool, err error) {
	ids, err := m.ids()
	if err != nil {
		return "", false, err
	}
	if len(ids) == 0 {
		return "", false, &NotFoundError{}
	}
	for _, id := range ids {
		if record, err := m.Load(id); err != nil || record.Workdir == workdir {
			return id, true, nil
		}
	}
	return ids[0], false, nil
}

// Resolve returns the id that text is, or is the only one to begin with. It
// fails with *InvalidIDError, *NotFoundError or *AmbiguousError.
func (m *SessionManager) Resolve(text string) (string, error) {
	start, err := prefix(text)
	if err != nil {
		return "", err
	}
	ids, err := m.ids()
	if err != nil {
		return "", err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, start) })
	switch len(ids) {
	case 0:
		return "", &NotFoundError{ID: text}
	case 1:
		return ids[0], nil
	}
	return "", &AmbiguousError{Prefix: text, Candidates: ids}
}

// ids returns the ids of all sessions, newest first: a UUIDv7 begins with its
// time. What has another name is not ours.
func (m *SessionManager) ids() ([]string, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	entries, err := os.ReadDir(m.sessions)
	if err != nil && !missing(err) {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var ids []string
	for _, entry := range entries {
		if isID(entry.Name()) {
			ids = append(ids, entry.Name())
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids, nil
}
