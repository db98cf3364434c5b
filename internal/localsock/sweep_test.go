package localsock

import (
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// leave leaves a socket as a process does that is killed.
func leave(t testing.TB, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
}

func TestSweep(t *testing.T) {
	dir := folder(t)
	in := func(name string) string { return filepath.Join(dir, name) }
	const stale, other, fresh, named, file, link = "000000000001.sock", "000000000002.sock", "000000000003.sock", "theirs.sock", "000000000004.sock", "000000000005.sock"
	for _, name := range []string{stale, other, fresh, named} {
		leave(t, in(name))
	}
	if err := os.WriteFile(in(file), []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(in(named), in(link)); err != nil {
		t.Fatal(err)
	}
	live := socket(t, dir)
	serve(t, live)
	long := time.Now().Add(-time.Minute)
	for _, name := range []string{stale, other, named, file, filepath.Base(live)} {
		if err := os.Chtimes(in(name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	swept := []string{stale, other}
	if os.Geteuid() == 0 { // only then can there be a socket of somebody else's
		if err := os.Lchown(in(other), 1, -1); err != nil {
			t.Fatal(err)
		}
		swept = swept[:1]
	}
	if n := Sweep(dir); n != len(swept) {
		t.Errorf("%d were swept, want %q", n, swept)
	}
	for _, name := range []string{stale, other, fresh, named, file, link, filepath.Base(live)} {
		if _, err := os.Lstat(in(name)); (err == nil) == slices.Contains(swept, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if said, err := ask(live); said != "own" {
		t.Errorf("who lives says %q, %v", said, err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(in(fresh), long, long); err != nil {
		t.Fatal(err)
	}
	if n := Sweep(dir); n != 0 {
		t.Errorf("%d were swept from a folder that is open to others", n)
	}
}

// Doors open while others sweep: none loses its socket.
func TestSweepRacesWithNoDoor(t *testing.T) {
	dir := folder(t)
	done := make(chan struct{})
	var work sync.WaitGroup
	for range 2 {
		work.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					sweep(dir, 0)
				}
			}
		})
	}
	for i := range 60 {
		path, err := Path(dir, "/session/"+strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		d, err := Open(path, http.NotFoundHandler())
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSocket {
			t.Errorf("door %d: %v", i, err)
		}
		d.Close(time.Second)
	}
	close(done)
	work.Wait()
}

// Somebody who was stopped while sweeping keeps nobody from opening a door.
func TestDoorOpensBesideOneWhoSweepsForEver(t *testing.T) {
	dir := folder(t)
	stopped, err := enter(dir, unix.LOCK_EX)
	if err != nil {
		t.Skip(err)
	}
	defer stopped.Close()
	path := socket(t, dir)
	serve(t, path)
	if said, err := ask(path); said != "own" {
		t.Errorf("%q, %v", said, err)
	}
}
