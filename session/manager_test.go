package session_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rooda/internal/statefile"
	"rooda/session"
)

func TestCreateSaveLoad(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	record := fixture()
	handle := create(t, manager, record)
	id, err := uuid.Parse(handle.ID())
	if err != nil || id.Version() != 7 {
		t.Fatalf("id %q, %v", handle.ID(), err)
	}
	record = handle.Record()
	record.Outcome, record.LastSeq, record.Outbox = session.Aborted, 2, events(1, 2)
	record.Tasks["code"].Status = session.Error
	before := time.Now()
	if err := handle.Save(record); err != nil {
		t.Fatal(err)
	}
	if err := handle.Append(record.Outbox); err != nil {
		t.Fatal(err)
	}
	got, err := manager.Load(handle.ID())
	if err != nil {
		t.Fatal(err)
	}
	if got.UpdatedAt.Before(before) || got.UpdatedAt.After(time.Now()) {
		t.Errorf("stamped %v", got.UpdatedAt)
	}
	record.UpdatedAt = got.UpdatedAt
	if diff := cmp.Diff(record, got); diff != "" {
		t.Errorf("record (-saved +loaded):\n%s", diff)
	}
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	if err := handle.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	again := reopen(t, manager, handle.ID())
	if diff := cmp.Diff(record, again.Record()); diff != "" {
		t.Errorf("record (-saved +opened):\n%s", diff)
	}
}

func TestModes(t *testing.T) {
	home := filepath.Join(t.TempDir(), "state")
	handle := create(t, session.NewManager(home), fixture())
	if _, err := handle.IterationDir("code", 0, 1); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %v, want %v", path, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestIterationDir(t *testing.T) {
	handle := create(t, session.NewManager(t.TempDir()), fixture())
	tests := []struct {
		task               string
		iteration, attempt int
		want               string
	}{
		{"code", 0, 1, "tasks/code/1"},
		{"code", 4, 3, "tasks/code/5-3"},
		{"code", 4, 0, "tasks/code/5"},
		{"../code", 0, 1, ""},
		{"..", 0, 1, ""},
		{".hidden", 0, 1, ""},
		{"a/b", 0, 1, ""},
		{"", 0, 1, ""},
		{"code", -1, 1, ""},
	}
	for _, test := range tests {
		got, err := handle.IterationDir(test.task, test.iteration, test.attempt)
		if test.want == "" {
			if err == nil {
				t.Errorf("%+v: made %s", test, got)
			}
			continue
		}
		if err != nil || got != filepath.Join(handle.Dir(), test.want) {
			t.Errorf("%+v: got %s, %v", test, got, err)
		}
		if info, err := os.Stat(got); err != nil || !info.IsDir() {
			t.Errorf("%+v: no folder: %v", test, err)
		}
	}
}

func TestSecondHostIsRefused(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	record := fixture()
	this, err := session.ThisHost()
	if err != nil {
		t.Fatal(err)
	}
	record.Host = this
	handle := create(t, manager, record)
	_, err = manager.Open(handle.ID())
	var running *session.RunningError
	if !errors.Is(err, session.ErrRunning) || !errors.As(err, &running) {
		t.Fatalf("got %v", err)
	}
	if running.Host.PID != this.PID || !strings.Contains(running.Hint(), "rooda session stop "+session.ShortID(handle.ID())+" ") {
		t.Errorf("%v; hint: %s", running, running.Hint())
	}
	// The next host has the lock before its name is in the record.
	record = handle.Record()
	record.Host = session.Host{PID: 4711, StartedAt: time.Now()}
	if err := handle.Save(record); err != nil {
		t.Fatal(err)
	}
	if _, err := manager.Open(handle.ID()); !errors.As(err, &running) || running.Host.PID != 0 {
		t.Errorf("%v: it names a host that is dead", err)
	}
	if err := manager.Remove(handle.ID()); !errors.Is(err, session.ErrRunning) {
		t.Errorf("remove: %v", err)
	}
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	reopen(t, manager, handle.ID())
}

// What cannot be read is reported and left byte for byte.
func TestUnreadableRecords(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	path := filepath.Join(manager.Dir(id), "session.json")
	whole := content(t, path)
	swap := func(old, new string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("no %s in the record", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	other := "01939b1c-0000-7000-8000-000000000000"
	tests := []struct{ name, file, says string }{
		{"cut", whole[:len(whole)/2], "damaged"},
		{"empty", "", "empty"},
		{"newer", swap(`"schema_version": 1`, `"schema_version": 2`), "version 2"},
		{"foreign", swap(`"rooda-session"`, `"other"`), "other"},
		{"unknown field", swap(`"goal"`, `"gaol"`), "gaol"},
		{"unknown status", swap(`"WAITING_FOR_USER"`, `"PAUSED"`), `tasks.code.status: unknown status "PAUSED"`},
		{"unknown outcome", swap(`"outcome": "success"`, `"outcome": "completed"`), `tasks.plan.outcome: unknown outcome "completed"`},
		{"stage out of range", swap(`"current_stage_index": 1`, `"current_stage_index": 3`), "current_stage_index"},
		{"task unknown", swap(`"code": {`, `"../x": {`), "tasks.../x"},
		{"other id", strings.ReplaceAll(whole, id, other), other},
		{"no definition", swap(`"definition": {`, `"definition": null, "definitions": {`), "definitions"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			write(t, path, test.file)
			_, openErr := manager.Open(id)
			_, loadErr := manager.Load(id)
			for _, err := range []error{openErr, loadErr} {
				if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), path) {
					t.Errorf("got %v, want it to say %q and the path", err, test.says)
				}
			}
			if got := content(t, path); got != test.file {
				t.Errorf("the file changed to %q", got)
			}
		})
	}
	write(t, path, whole)
	reopen(t, manager, id) // no failed Open kept the lock
}

func TestCreateRefuses(t *testing.T) {
	home := t.TempDir()
	manager := session.NewManager(home)
	invalid := func(change func(*session.Record)) session.Record {
		record := fixture()
		change(&record)
		return record
	}
	id := closed(t, manager, fixture())
	tests := map[string]session.Record{
		"id":           invalid(func(r *session.Record) { r.ID = "../../x" }),
		"upper case":   invalid(func(r *session.Record) { r.ID = strings.ToUpper(id) }),
		"taken id":     invalid(func(r *session.Record) { r.ID = id }),
		"definition":   invalid(func(r *session.Record) { r.Workflow.Definition = nil }),
		"status":       invalid(func(r *session.Record) { r.Tasks["code"].Status = "" }),
		"nil task":     invalid(func(r *session.Record) { r.Tasks["code"] = nil }),
		"not a number": invalid(func(r *session.Record) { r.Tasks["code"].Stats.M2 = math.NaN() }),
		"outbox":       invalid(func(r *session.Record) { r.Outbox = append(events(2, 3), events(1, 1)...) }),
	}
	for name, record := range tests {
		if handle, err := manager.Create(record); err == nil {
			t.Errorf("%s: created %s", name, handle.ID())
		}
	}
	entries, err := os.ReadDir(filepath.Join(home, "sessions"))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestCreateWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	homes := []string{filepath.Join(file, "home")}
	if os.Getuid() != 0 { // root writes anywhere
		locked := t.TempDir()
		if err := os.Chmod(locked, 0o500); err != nil {
			t.Fatal(err)
		}
		homes = append(homes, locked)
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		homes = append(homes, "/proc/rooda")
	}
	for _, home := range homes {
		if _, err := session.NewManager(home).Create(fixture()); err == nil || !strings.Contains(err.Error(), home) {
			t.Errorf("%s: got %v", home, err)
		}
	}
}

func TestSaveRefuses(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	handle := create(t, manager, fixture())
	before := content(t, filepath.Join(handle.Dir(), "session.json"))
	record := handle.Record()
	record.Tasks["code"].Status = "LOST"
	if err := handle.Save(record); err == nil || !strings.Contains(err.Error(), "tasks.code.status") {
		t.Errorf("got %v", err)
	}
	if err := handle.Save(fixture()); err == nil {
		t.Error("saved the record of no session")
	}
	if after := content(t, filepath.Join(handle.Dir(), "session.json")); after != before {
		t.Error("the checkpoint changed")
	}
}

func TestFolderThatIsALink(t *testing.T) {
	manager := session.NewManager(t.TempDir())
	id := closed(t, manager, fixture())
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(manager.Dir(id), elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, manager.Dir(id)); err != nil {
		t.Fatal(err)
	}
	var foreign *statefile.KindError
	if _, err := manager.Open(id); !errors.As(err, &foreign) {
		t.Errorf("open: %v", err)
	}
	if err := manager.Remove(id); !errors.As(err, &foreign) {
		t.Errorf("remove: %v", err)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "session.json")); err != nil {
		t.Error(err)
	}
}
