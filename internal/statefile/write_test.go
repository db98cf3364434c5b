package statefile_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/statefile"
)

// writer names the file that a re-executed test binary writes until killed.
const writer = "STATEFILE_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writer); path != "" {
		for i := 0; ; i++ {
			line := bytes.Repeat([]byte{'a' + byte(i%26)}, 64<<10)
			if err := statefile.Write(path, line, 0o600); err != nil {
				os.Stderr.WriteString(err.Error())
				os.Exit(1)
			}
		}
	}
	os.Exit(m.Run())
}

func TestWriteReplacesContentAndMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.json")
	if err := os.WriteFile(path, []byte("old and longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := statefile.Write(path, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	data, err := statefile.Read(path)
	if err != nil || string(data) != "new" {
		t.Errorf("read %q, %v", data, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("mode %v", got)
	}
	if names := list(t, filepath.Dir(path)); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestWriteNamesThePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "state.json")
	if err := statefile.Write(path, nil, 0o600); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestKilledWriterLeavesAWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.json")
	for round := range 20 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), writer+"="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		// Killed at another point of the write in every round, but never
		// before the first file is there.
		for deadline := time.Now().Add(5 * time.Second); round == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(path); err == nil {
				break
			}
		}
		time.Sleep(time.Duration(20+round*3) * time.Millisecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		data, err := statefile.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) != 64<<10 || bytes.Count(data, data[:1]) != len(data) {
			t.Fatalf("round %d: %d bytes, not one whole version", round, len(data))
		}
	}
	if err := statefile.Sweep(path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"state.json"}, list(t, filepath.Dir(path))); diff != "" {
		t.Errorf("after Sweep (-want +got):\n%s", diff)
	}
}

func TestSweepTouchesOnlyItsOwn(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"state.json", ".state.json", ".state.json123", ".other.json1", "state.json1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := statefile.Sweep(filepath.Join(dir, "state.json")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".other.json1", ".state.json", "state.json", "state.json1"}, list(t, dir)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

func TestReadRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, dir, "/dev/null"} {
		if _, err := statefile.Read(path); err == nil {
			t.Errorf("read %s", path)
		}
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
