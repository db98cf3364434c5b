package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"rooda/internal/console"
)

// What keeps a session from being written is told with what to do, and what to type then.
func TestMakeRoom(t *testing.T) {
	s := console.Streams{Environ: []string{"ROODA_STATE_HOME=/the/state"}}
	for cause, want := range map[error]string{
		syscall.EACCES: "make /the/state yours to write, with all that is in it; then: rooda x",
		syscall.EROFS:  "make /the/state yours to write, with all that is in it; then: rooda x",
		syscall.ENOSPC: "make room on the disk of /the/state, with rooda session prune say; then: rooda x",
		syscall.EIO:    "",
	} {
		err := makeRoom(s, fmt.Errorf("lock: %w", &fs.PathError{Op: "open", Path: "/the/state/x", Err: cause}), "rooda x")
		var hinted interface{ Hint() string }
		got := ""
		if errors.As(err, &hinted) {
			got = hinted.Hint()
		}
		if got != want || !strings.HasPrefix(err.Error(), "lock: ") {
			t.Errorf("%v: %v, hint %q, want %q", cause, err, got, want)
		}
	}
}
