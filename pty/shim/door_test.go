package shim

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/localsock"
	"rooda/pty/ptytest"
)

func socketOf(t testing.TB, r Request) string {
	t.Helper()
	path, err := localsock.Path(r.RunDir, r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSocketIsPrivate(t *testing.T) {
	r, tape := request(t, "deaf")
	begin(t, r)
	tape.Await(t, "ready")
	info, err := os.Stat(socketOf(t, r))
	if err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != os.ModeSocket {
		t.Errorf("socket %v, %v", info.Mode(), err)
	}
}

// The agent's files get the modes that they would without rooda.
func TestUmaskIsTheStarters(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", "umask"}
	ptytest.End(t, begin(t, r))
	mine := syscall.Umask(0o022)
	syscall.Umask(mine)
	if want := "00" + string([]byte{'0' + byte(mine>>3&7), '0' + byte(mine&7)}) + "\r\n"; tape.String() != want {
		t.Errorf("umask %q, want %q", tape.String(), want)
	}
}

func TestSocketHeals(t *testing.T) {
	r, tape := request(t, "echo")
	term := begin(t, r)
	tape.Await(t, "ready")
	path := socketOf(t, r)
	answers := func() bool {
		c := Dial(path)
		defer c.Close()
		_, err := c.Task(t.Context())
		return err == nil
	}
	for name, harm := range map[string]func() error{
		"socket removed":  func() error { return os.Remove(path) },
		"socket moved":    func() error { return os.Rename(path, path+".away") },
		"folder removed":  func() error { return removeAll(r.RunDir) },
		"folder moved":    func() error { return os.Rename(r.RunDir, r.RunDir+".away") },
		"removed at once": func() error { os.Remove(path); return removeAll(r.RunDir) },
	} {
		if err := harm(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		eventually(t, name+": socket is there again", answers)
	}
	os.RemoveAll(r.RunDir + ".away")
	if err := term.Input(t.Context(), []byte("quit\n")); err != nil {
		t.Error(err)
	}
	ptytest.End(t, term)
	eventually(t, "socket is gone", func() bool { _, err := os.Lstat(path); return errors.Is(err, os.ErrNotExist) })
}

// A shim whose socket is gone for good is asked to open it again by whoever
// adopts the agent.
func TestSocketHealsOnRequest(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "echo")
	begin(t, r).Release()
	tape.Await(t, "")
	path := socketOf(t, r)
	// Something else is where the socket was, so the shim could not heal it.
	if err := os.Mkdir(path+".dir", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "healed", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Running })
	if err := os.WriteFile(path+".file", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".file", path); err != nil { // replaces the socket: no event of its removal
		t.Fatal(err)
	}
	if state, err := Probe(t.Context(), r.Dir); state != Unreachable || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
	term, err := Adopt(t.Context(), Adoption{Dir: r.Dir, Epoch: 2})
	if err != nil {
		t.Fatal(err)
	}
	if term.(*Terminal).Current(t.Context()) {
		t.Error("a shim without a socket has answered")
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "precious" {
		t.Errorf("a file that is not ours was touched: %q, %v", data, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	eventually(t, "current", func() bool { return term.(*Terminal).Current(t.Context()) })
	if err := term.Close(); err != nil {
		t.Error(err)
	}
}

func TestBadPlaces(t *testing.T) {
	t.Parallel()
	listener := func(t *testing.T, path string) {
		l, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
	}
	tests := []struct {
		name    string
		prepare func(t *testing.T, r *Request)
		want    string // of the error; empty when the start succeeds
	}{
		{"stale socket", func(t *testing.T, r *Request) {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketOf(t, *r), Net: "unix"})
			if err != nil {
				t.Fatal(err)
			}
			l.SetUnlinkOnClose(false)
			l.Close()
		}, ""},
		{"foreign socket", func(t *testing.T, r *Request) { listener(t, socketOf(t, *r)) }, "somebody listens there already"},
		{"no socket", func(t *testing.T, r *Request) {
			if err := os.WriteFile(socketOf(t, *r), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "is no socket"},
		{"long path", func(t *testing.T, r *Request) { r.RunDir = filepath.Join(r.RunDir, strings.Repeat("x", 100)) }, "the system allows 103"},
		{"link", func(t *testing.T, r *Request) {
			if err := os.Symlink(r.RunDir, r.RunDir+".link"); err != nil {
				t.Fatal(err)
			}
			r.RunDir += ".link"
			t.Cleanup(func() { os.Remove(r.RunDir) })
		}, "symbolic link"},
		{"open to others", func(t *testing.T, r *Request) {
			if err := os.Chmod(r.RunDir, 0o755); err != nil {
				t.Fatal(err)
			}
		}, "open to other users (mode 0755)"},
		{"not there", func(t *testing.T, r *Request) { r.RunDir = filepath.Join(r.RunDir, "new") }, ""},
		{"a file", func(t *testing.T, r *Request) {
			r.RunDir = filepath.Join(r.RunDir, "file")
			if err := os.WriteFile(r.RunDir, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "not a directory"},
		{"another's", func(t *testing.T, r *Request) {
			if os.Geteuid() != 0 {
				t.Skip("only root can give a folder away")
			}
			if err := os.Chown(r.RunDir, 12345, -1); err != nil {
				t.Fatal(err)
			}
		}, "belongs to another user"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := request(t, "exit 0")
			tt.prepare(t, &r)
			if tt.want == "" {
				ptytest.End(t, begin(t, r))
				return
			}
			_, err := Start(t.Context(), r)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("start: %v, want %q", err, tt.want)
			}
			if state, _ := Probe(t.Context(), r.Dir); state != Never {
				t.Errorf("probe: %s", state)
			}
		})
	}
}

func TestIdentity(t *testing.T) {
	me, err := self()
	if err != nil || !me.alive() {
		t.Fatalf("%+v, %v", me, err)
	}
	for _, other := range []identity{
		{me.Pid, me.Started + "0", me.Boot}, {me.Pid, me.Started, "another"}, {1 << 22, me.Started, me.Boot}, {},
	} {
		if other.alive() {
			t.Errorf("%+v is alive", other)
		}
	}
}

// A stopped shim neither answers nor is declared dead.
func TestShimIsStopped(t *testing.T) {
	r, tape := request(t, "echo")
	term := begin(t, r)
	tape.Await(t, "ready")
	pid := shimOf(t, r.Dir)
	syscall.Kill(pid, syscall.SIGSTOP)
	eventually(t, "stopped", func() bool {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return strings.Contains(string(stat), ") T ")
	})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := term.Input(ctx, []byte("unheeded\n")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("input: %v", err)
	}
	if _, err := term.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wait: %v", err)
	}
	syscall.Kill(pid, syscall.SIGCONT)
	if err := term.Input(t.Context(), []byte("heeded\nquit\n")); err != nil {
		t.Error(err)
	}
	ptytest.End(t, term)
	if said := tape.String(); strings.Contains(said, "unheeded") || !strings.Contains(said, "heeded") {
		t.Errorf("what was given up was typed all the same: %q", said)
	}
}

// removeAll wins against a socket that comes back in a folder on its way out.
func removeAll(dir string) error {
	err := os.RemoveAll(dir)
	for deadline := time.Now().Add(20 * time.Second); err != nil && time.Now().Before(deadline); {
		err = os.RemoveAll(dir)
	}
	return err
}
