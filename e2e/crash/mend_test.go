package crash

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"rooda/session"
)

// TestResumeMendsAFinishedSession: a host can be killed when its last
// checkpoint is on disk and the events of that are not in the journal yet.
// There is nothing left to run then, but the story must get its end.
func TestResumeMendsAFinishedSession(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	host := h.start(h.fresh()...)
	host.mustEnd(0)
	id := h.session()
	record, err := h.manager.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.manager.Dir(id), session.EventsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	kept := bytes.Join(lines[:len(lines)-1-len(record.Outbox)], nil)
	if err := os.WriteFile(path, append(kept, `{"seq":`...), 0o600); err != nil {
		t.Fatal(err)
	}
	h.start("session", "resume", id, "--quiet").mustEnd(0)
	seen := witness{hosts: []int{host.pid()}, record: record, journal: kept}
	seen.settled(t, h)
}
