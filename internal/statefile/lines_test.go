package statefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/statefile"
)

// smallDisk is the folder of a disk of its own.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := mount(dir); err != nil {
		t.Skipf("no small disk to be had: %v", err)
	}
	t.Cleanup(func() {
		if err := unmount(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func checkLines(t *testing.T, path string, want ...string) {
	t.Helper()
	lines, err := statefile.Lines(path)
	var got []string
	for _, line := range lines {
		got = append(got, string(line))
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("lines (%v, -want +got):\n%s", err, diff)
	}
}

func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	checkLines(t, path)
	for _, reserve := range []bool{false, true} {
		if reserve {
			if err := statefile.ReserveLines(path, 10); err != nil {
				t.Fatal(err)
			}
			checkLines(t, path)
		}
		for _, line := range []string{"one", "two", "a third one"} {
			if err := statefile.AppendLine(path, []byte(line)); err != nil {
				t.Fatal(err)
			}
		}
		checkLines(t, path, "one", "two", "a third one")
	}
}

// TestLinesOnAFullDisk: they go where room was reserved; what does not fit leaves those before as they are.
func TestLinesOnAFullDisk(t *testing.T) {
	dir := smallDisk(t)
	path, bare := filepath.Join(dir, "lines"), filepath.Join(dir, "bare")
	if err := statefile.ReserveLines(path, 4096); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fill"), make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
	if err := statefile.AppendLine(bare, []byte("one")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("append without room: %v", err)
	}
	checkLines(t, bare)
	if err := statefile.ReserveLines(bare, 4096); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("reserve room: %v", err)
	}
	long := strings.Repeat("x", 3000)
	for _, line := range []string{"one", long} {
		if err := statefile.AppendLine(path, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := statefile.AppendLine(path, []byte(long)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("append more than there is room for: %v", err)
	}
	checkLines(t, path, "one", long)
	if err := statefile.AppendLine(path, []byte("two")); err != nil {
		t.Error(err)
	}
	checkLines(t, path, "one", long, "two")
	if data, err := statefile.Read(path); err != nil || len(data) != 4096 || !bytes.HasPrefix(data, []byte("one\n")) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// TestTornLine: what a killed writer leaves of one is told from the next.
func TestTornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(path, []byte("one\ntw\n\n\n\n\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := statefile.AppendLine(path, []byte("three")); err != nil {
		t.Fatal(err)
	}
	checkLines(t, path, "one", "tw", "three")
}
