package shim

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"rooda/pty/ptytest"
)

// The room for the record of an agent's end goes with its shim: not before, and not later.
func TestTidy(t *testing.T) {
	r, tape := request(t, "echo")
	term := begin(t, r)
	tape.Await(t, "ready\r\n")
	room := filepath.Join(r.Dir, ".exit.json.room")
	reserved := func() bool {
		_, err := os.Stat(room)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return err == nil
	}
	if Tidy(r.Dir); !reserved() {
		t.Error("the room of a shim that lives is gone")
	}
	if err := syscall.Kill(term.Shim(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the shim has gone", func() bool { return dead(term.Shim()) })
	if Tidy(r.Dir); reserved() {
		t.Error("the room of a shim that is gone is there")
	}
}

// An agent that could not be started leaves no room for its end.
func TestUnstartedLeavesNoRoom(t *testing.T) {
	spec, _ := ptytest.Spec(t, "echo")
	r := asked(t, spec)
	r.Spec.Path = filepath.Join(r.Dir, "missing")
	if _, err := Start(t.Context(), r); err == nil {
		t.Fatal("it has started")
	}
	if rooms, err := filepath.Glob(filepath.Join(r.Dir, ".*.room")); err != nil || rooms != nil {
		t.Errorf("left behind: %v, %v", rooms, err)
	}
}
