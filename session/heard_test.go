package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/session"
)

// The last sign of life of a host is the newest of its start, its last event and its last beat; that
// somebody has saved the record since is none.
func TestLastHeard(t *testing.T) {
	m := session.NewManager(t.TempDir())
	record := fixture()
	hour := time.Now().Add(-10 * time.Hour).Truncate(time.Second)
	record.Host.StartedAt, record.Outbox = hour, nil
	h, err := m.Create(record)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	record.ID = h.ID()
	lock := filepath.Join(h.Dir(), "host.lock")
	check := func(what string, want time.Time) {
		t.Helper()
		if err := h.Save(record); err != nil {
			t.Fatal(err)
		}
		if got := m.LastHeard(record); !got.Equal(want) {
			t.Errorf("%s: last heard at %v, want %v", what, got, want)
		}
	}
	if err := os.Chtimes(lock, hour, hour.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	check("started", hour)
	record.Outbox = []session.Event{{Seq: record.LastSeq, Time: hour.Add(time.Hour), Type: "warning"}}
	check("told something", hour.Add(time.Hour))
	before := time.Now()
	if err := h.Beat(); err != nil {
		t.Fatal(err)
	}
	if got := m.LastHeard(record); got.Before(before.Truncate(time.Second)) || got.After(time.Now()) {
		t.Errorf("after a beat: %v", got)
	}
	if err := os.Chtimes(lock, hour, hour.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := m.Open(h.ID())
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if got := next.LastHeard(); !got.Equal(hour.Add(2 * time.Hour)) {
		t.Errorf("the next host: %v", got)
	}
}
