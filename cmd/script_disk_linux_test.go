package cmd_test

import (
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// mounts says whether a test may mount a disk of its own.
func mounts() bool {
	dir, err := os.MkdirTemp("", "disk")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	return mountSmall(dir) == nil && unix.Unmount(dir, 0) == nil
}

func mountSmall(dir string) error { return unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m,mode=0700") }

// smallDisk puts a disk of 1 MB where the script has its state.
func smallDisk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: smalldisk")
	}
	dir := ts.Getenv("ROODA_STATE_HOME")
	ts.Check(os.MkdirAll(dir, 0o700))
	ts.Check(mountSmall(dir))
	ts.Defer(func() {
		endHosts(dir)
		endShims(filepath.Dir(dir))
		for end := time.Now().Add(patience); unix.Unmount(dir, 0) != nil && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		} // until what was killed has left
	})
}
