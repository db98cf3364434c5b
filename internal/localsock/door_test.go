package localsock

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// folder is one for sockets, with a short path.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sock")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func socket(t *testing.T, dir string) string {
	t.Helper()
	path, err := Path(dir, "/some/session")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// serve opens a door that says who asks, and closes it with the test.
func serve(t *testing.T, path string) *Door {
	t.Helper()
	d, err := Open(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, _ := PeerOf(r.Context())
		if p.UID == os.Geteuid() {
			io.WriteString(w, "own")
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close(time.Second) })
	return d
}

func ask(path string) (string, error) {
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}
	defer transport.CloseIdleConnections()
	res, err := (&http.Client{Transport: transport}).Get("http://x/")
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	said, err := io.ReadAll(res.Body)
	return string(said), err
}

func TestDoorIsPrivateAndGoes(t *testing.T) {
	path := socket(t, folder(t))
	d := serve(t, path)
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("socket: %v, %v", info.Mode(), err)
	}
	if said, err := ask(path); said != "own" || err != nil {
		t.Errorf("the owner hears %q, %v", said, err)
	}
	d.Close(time.Second)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after closing: %v", err)
	}
}

func TestDoorComesBack(t *testing.T) {
	dir := folder(t)
	path := socket(t, dir)
	d := serve(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() { defer close(watched); d.Watch(ctx) }()
	t.Cleanup(func() { os.RemoveAll(dir + ".old") })
	for _, step := range []struct {
		name string
		harm func() error
	}{
		{"socket removed", func() error { return os.Remove(path) }},
		{"socket renamed", func() error { return os.Rename(path, path+".old") }},
		{"socket replaced", func() error { return os.Rename(path+".old", path) }},
		{"folder renamed", func() error { return os.Rename(dir, dir+".old") }},
		{"folder removed", func() error { return removeAll(dir) }},
	} {
		if err := step.harm(); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(5 * time.Second)
		for _, err := ask(path); err != nil; _, err = ask(path) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %v", step.name, err)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	cancel()
	<-watched
}

// What is not ours is neither removed nor replaced, also at the end.
// TestDoorComesBackAgainAndAgain: a folder that goes in the very moment in which the socket is
// there again is noticed, too.
func TestDoorComesBackAgainAndAgain(t *testing.T) {
	dir := filepath.Join(folder(t), "run")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := socket(t, dir)
	d := serve(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() { defer close(watched); d.Watch(ctx) }()
	for i := range 500 {
		for deadline := time.Now().Add(10 * time.Second); ; {
			if _, err := os.Lstat(path); err == nil {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("round %d: the socket is gone for good", i)
			}
		}
		if err := os.Rename(dir, dir+".away"); err != nil {
			t.Fatal(err)
		}
		os.RemoveAll(dir + ".away")
	}
	cancel()
	<-watched
}

func TestDoorLeavesOthersAlone(t *testing.T) {
	dir := folder(t)
	path := socket(t, dir)
	d := serve(t, path)
	if _, err := Open(path, http.NotFoundHandler()); err == nil || !strings.Contains(err.Error(), "listens there already") {
		t.Errorf("a second door: %v", err)
	}
	if err := os.WriteFile(path+".file", []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".file", path); err != nil {
		t.Fatal(err)
	}
	if err := d.Heal(); err == nil {
		t.Error("healed over a file")
	}
	var place *PlaceError
	if err := Foreign(path); !errors.As(err, &place) || place.Path != path {
		t.Errorf("a file in the socket's place: %v", err)
	}
	if err := Foreign(filepath.Join(dir, "none")); err != nil {
		t.Errorf("nothing in its place: %v", err)
	}
	d.Close(time.Second)
	if data, err := os.ReadFile(path); string(data) != "precious" {
		t.Errorf("the file: %q, %v", data, err)
	}
}

func TestStaleSocketIsCleared(t *testing.T) {
	path := socket(t, folder(t))
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	serve(t, path)
	if said, err := ask(path); said != "own" {
		t.Errorf("%q, %v", said, err)
	}
}

func TestPlaces(t *testing.T) {
	var place *PlaceError
	if _, err := Path(strings.Repeat("x", 100), "/some/session"); !errors.As(err, &place) || place.Hint() == "" {
		t.Errorf("long path: %v", err)
	}
	for name, tt := range map[string]struct {
		make func(path string) error
		want string
	}{
		"ours":      {func(p string) error { return os.Mkdir(p, 0o700) }, ""},
		"not there": {func(string) error { return nil }, ""},
		"open":      {func(p string) error { return errors.Join(os.Mkdir(p, 0o700), os.Chmod(p, 0o750)) }, "open to other users (mode 0750)"},
		"link":      {func(p string) error { return os.Symlink(filepath.Dir(p), p) }, "symbolic link"},
		"file":      {func(p string) error { return os.WriteFile(p, nil, 0o600) }, "not a directory"},
	} {
		dir := filepath.Join(folder(t), "run")
		if err := tt.make(dir); err != nil {
			t.Fatal(err)
		}
		err := EnsureDir(dir)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestOthersAreKeptOut(t *testing.T) {
	for _, tt := range []struct {
		peer   any
		status int
	}{
		{caller{Peer{1, os.Geteuid()}, nil}, http.StatusOK},
		{caller{Peer{1, os.Geteuid() + 1}, nil}, http.StatusForbidden},
		{nil, http.StatusForbidden},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/v1/task", nil)
		r = r.WithContext(context.WithValue(r.Context(), peerKey{}, tt.peer))
		OwnOnly(
			http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }),
		).ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("peer %v: %d", tt.peer, w.Code)
		}
	}
}

// A process is known by its own environment, and by that of those above it.
func TestAncestry(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("no /proc here")
	}
	child := exec.Command("sh", "-c", "env -i sleep 60 & echo $!; read line; kill $!")
	child.Env = []string{"PATH=/usr/bin:/bin", "PART=parent"}
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); child.Wait() }()
	line := make([]byte, 16)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	for _, c := range strings.TrimSpace(string(line[:n])) {
		pid = 10*pid + int(c-'0')
	}
	var above []int
	found := ""
	for p := range Ancestry(pid) {
		above = append(above, p)
		if found == "" {
			found = Variables(p, "PART")[0]
		}
		if p == os.Getpid() {
			break
		}
	}
	want := []int{pid, child.Process.Pid, os.Getpid()}
	if len(above) != 3 || above[0] != want[0] || above[1] != want[1] || above[2] != want[2] || found != "parent" {
		t.Errorf("above %d stand %v with PART=%q; want %v with PART=parent", pid, above, found, want)
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
