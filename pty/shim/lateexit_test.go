package shim

import (
	"os"
	"path/filepath"
	"testing"
)

// What a shim says of the record of its agent's end is what is on disk, also once a late try has put it there.
func TestLateExitIsToldOf(t *testing.T) {
	s := newServer(launch{Dir: t.TempDir()})
	s.exit = &Exit{API: API}
	obstacle := filepath.Join(s.launch.Dir, ExitFile)
	if err := os.Mkdir(obstacle, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.keepExit(); err == nil || s.unwritten.Load() == nil {
		t.Errorf("a record that cannot be written: %v, told %v", err, s.unwritten.Load())
	}
	if err := os.Remove(obstacle); err != nil {
		t.Fatal(err)
	}
	if err := s.keepExit(); err != nil || s.unwritten.Load() != nil || !recorded(s.launch.Dir) {
		t.Errorf("a record that was written late: %v, told %v", err, s.unwritten.Load())
	}
}
