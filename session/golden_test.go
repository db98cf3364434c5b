package session_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/statefile"
	"rooda/session"
)

// A checkpoint that a released rooda wrote stays loadable for good. When this
// fails, mend the code, never the golden file: a change of the format needs a
// new version and a golden file of its own beside this one.
func TestGoldenCheckpoint(t *testing.T) {
	const id = "019aa4d2-5c00-7a1b-8c2d-3e4f5a6b7c8d"
	golden := content(t, filepath.Join("..", "sessions", "v1.json"))
	manager := session.NewManager(t.TempDir())
	write(t, filepath.Join(manager.Dir(id), "session.json"), golden)
	record, err := manager.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	again, err := statefile.Encode("rooda-session", 1, record)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(golden, string(again)); diff != "" {
		t.Errorf("what is loaded is not what was written (-golden +again):\n%s", diff)
	}
	handle := reopen(t, manager, id)
	if got := len(journaled(t, handle.Dir(), 0)); got != len(record.Outbox) {
		t.Errorf("%d events reached the journal, want %d", got, len(record.Outbox))
	}
	if err := handle.Save(handle.Record()); err != nil {
		t.Error(err)
	}
}

// The values of the environment are never stored; their names are, unexpanded.
func TestNoEnvironmentValueIsStored(t *testing.T) {
	const secret = "hunter2-do-not-store"
	t.Setenv("TOKEN", secret)
	handle := create(t, session.NewManager(t.TempDir()), fixture())
	entries, err := os.ReadDir(handle.Dir())
	if err != nil {
		t.Fatal(err)
	}
	record := content(t, filepath.Join(handle.Dir(), "session.json"))
	if len(entries) != 4 || !strings.Contains(record, "${TOKEN}") || strings.Contains(record, secret) {
		t.Errorf("files %v, record:\n%s", entries, record)
	}
}
