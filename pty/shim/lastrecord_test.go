package shim

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// The record of an agent's end is tried again for as long as somebody may come
// to read it, and no longer.
func TestInsist(t *testing.T) {
	for _, test := range []struct {
		name string
		// change happens to the folder before the first try, healed ends what
		// keeps the record from being stored, 0 for never.
		change func(t *testing.T, dir string)
		healed time.Duration
		stored bool
		took   time.Duration
	}{
		{"removed", remove, 0, false, farewell},
		{"moved away with what holds it, then removed", func(t *testing.T, dir string) { moveAway(t, dir); remove(t, dir+" away") }, 0, false, farewell},
		{"moved away for a while", moveAway, 5 * time.Second, true, 7 * time.Second},
		{"moved away for good", moveAway, 0, false, orphaned},
		{"a full disk for hours", func(*testing.T, string) {}, 3 * time.Hour, true, 3*time.Hour + 3*time.Second},
		{"a full disk for good", func(*testing.T, string) {}, 0, false, 24 * time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "1")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			f := openFolder(dir)
			defer f.close()
			test.change(t, dir)
			synctest.Test(t, func(t *testing.T) {
				begun, stored := time.Now(), false
				f.insist(func() error {
					if test.healed == 0 || time.Since(begun) < test.healed {
						return syscall.ENOSPC
					}
					if err := os.Rename(dir+" away", dir); err != nil && !errors.Is(err, os.ErrNotExist) {
						t.Error(err)
					}
					stored = true
					return nil
				}, unwritten)
				if took := time.Since(begun); stored != test.stored || took != test.took {
					t.Errorf("stored %t after %v, want %t after %v", stored, took, test.stored, test.took)
				}
			})
		})
	}
}

func remove(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}

func moveAway(t *testing.T, dir string) {
	t.Helper()
	if err := os.Rename(dir, dir+" away"); err != nil {
		t.Fatal(err)
	}
}
