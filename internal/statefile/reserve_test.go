package statefile_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rooda/internal/statefile"
)

func TestReserve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "exit.json")
	if err := statefile.Reserve(path, 100); err != nil {
		t.Fatal(err)
	}
	if err := statefile.WriteReserved(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(want string) {
		t.Helper()
		if data, err := statefile.Read(path); err != nil || string(data) != want {
			t.Errorf("read %q, %v", data, err)
		}
		if names := list(t, filepath.Dir(path)); len(names) != 1 {
			t.Errorf("left behind: %v", names)
		}
	}
	check("short")
	if err := statefile.WriteReserved(path, []byte("without room"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("without room")
}

func TestReserveOnAFullDisk(t *testing.T) {
	dir := smallDisk(t)
	path := filepath.Join(dir, "exit.json")
	if err := statefile.Reserve(path, 4096); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fill"), make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
	if err := statefile.Write(path, []byte("kept"), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("write without room: %v", err)
	}
	if err := statefile.Reserve(filepath.Join(dir, "more"), 4096); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("reserve more: %v", err)
	}
	data := bytes.Repeat([]byte("kept "), 800)
	if err := statefile.WriteReserved(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := statefile.Read(path); err != nil || !bytes.Equal(got, data) {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
}
