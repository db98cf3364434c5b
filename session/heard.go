package session

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Beat is how often a host that lives is to say so, see Handle.Beat.
const Beat = 30 * time.Second

// Beat leaves a sign of life of this host: one that dies can leave none. It is the time of the lock's file.
func (h *Handle) Beat() error {
	if err := os.Chtimes(filepath.Join(h.dir, lockFile), time.Time{}, time.Now()); err != nil {
		return fmt.Errorf("leave sign of life: %w", err)
	}
	return nil
}

// LastHeard is LastHeard of the record that the handle began with: of the hosts before this one, as
// long as this one has not beaten.
func (h *Handle) LastHeard() time.Time { return lastHeard(h.dir, h.record) }

// LastHeard returns the last sign of life of the host of a session, by its record. A host that died lived
// on for as much as one Beat after that; one of an earlier rooda, which left a sign only where something
// happened, for longer.
func (m *SessionManager) LastHeard(record Record) time.Time {
	return lastHeard(m.dir(record.ID), record)
}

// lastHeard leaves out when the record was saved: that may have been by no host, for another workflow. A
// host beats when it has saved.
func lastHeard(dir string, record Record) time.Time {
	last := record.Host.StartedAt
	for _, e := range record.Outbox {
		last = later(last, e.Time)
	}
	if info, err := os.Stat(filepath.Join(dir, lockFile)); err == nil {
		last = later(last, info.ModTime())
	}
	return last
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
