package shim

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"rooda/pty/ptytest"
)

// refuseFiles has every write to a file of a process fail, or none.
func refuseFiles(t *testing.T, pid int, refused bool) {
	t.Helper()
	var limit unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = limit.Max
	if refused {
		limit.Cur = 0
	}
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		t.Fatal(err)
	}
}

// A shim that can put the end of its agent on no disk tells it all the same. Nobody waits for more,
// and it is recorded soon after that can be done.
func TestEndThatCannotBeWritten(t *testing.T) {
	r, tape := request(t, "echo")
	term := begin(t, r)
	tape.Await(t, "ready\r\n")
	refuseFiles(t, term.Shim(), true)
	if err := term.Input(t.Context(), []byte("quit\n")); err != nil {
		t.Fatal(err)
	}
	if exit := ptytest.End(t, term); exit.Code != 0 {
		t.Errorf("exit %+v", exit)
	}
	closed := make(chan error, 1)
	go func() { closed <- term.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("who closes the terminal waits for the record")
	}
	c := Dial(r.Dir)
	defer c.Close()
	task, err := c.Task(t.Context())
	if err != nil || task.Exit == nil || task.Unwritten == nil || !errors.Is(task.Unwritten.err(), syscall.EFBIG) {
		t.Errorf("task %+v, %v", task, err)
	}
	if recorded(r.Dir) {
		t.Error("the end was written after all")
	}
	refuseFiles(t, term.Shim(), false)
	eventually(t, "the end is on record", func() bool { return recorded(r.Dir) })
	eventually(t, "the shim has gone", func() bool { return dead(term.Shim()) })
}

// What a disk needs to take the end of an agent it has been asked for at the start.
func TestEndOnAFullDisk(t *testing.T) {
	r, tape := request(t, "echo")
	r.Dir = t.TempDir()
	if err := unix.Mount("tmpfs", r.Dir, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skipf("no small disk to be had: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(r.Dir, 0); err != nil {
			t.Error(err)
		}
	})
	term := begin(t, r)
	tape.Await(t, "ready\r\n")
	if err := fillDisk(r.Dir); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := term.Input(t.Context(), []byte("quit\n")); err != nil {
		t.Fatal(err)
	}
	ptytest.End(t, term)
	if !recorded(r.Dir) {
		t.Error("the end is not on record")
	}
	if err := term.Close(); err != nil { // before the disk goes
		t.Error(err)
	}
}

func fillDisk(dir string) error {
	return os.WriteFile(filepath.Join(dir, "fill"), make([]byte, 1<<20), 0o600)
}
