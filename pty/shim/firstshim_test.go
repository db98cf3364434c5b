package shim

import (
	"crypto/sha1"
	"encoding/base64"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// answerTo is what proves that a handshake was understood (RFC 6455, 1.3).
func answerTo(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// folderOf makes an iteration's folder with the files that were recorded, all
// but the end, of an agent whose shim is this process.
func folderOf(t testing.TB, socket string) (dir string) {
	t.Helper()
	dir = runDir(t)
	me, err := self()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]map[string]any{SpecFile: recording(t, SpecFile), ShimFile: recording(t, ShimFile), ScreenFile: recording(t, ScreenFile)}
	files[SpecFile]["log"] = filepath.Join(dir, "output.log")
	files[ShimFile]["socket"], files[ShimFile]["process"] = socket, me
	for name, fields := range files {
		if err := store(dir, name, fields); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The first shims are adopted and visited by whatever comes after them.
func TestFirstShimIsAdopted(t *testing.T) {
	socket := filepath.Join(runDir(t), "sock")
	dir := folderOf(t, socket)
	old := &oldShim{t: t, end: make(chan struct{}), heard: make(chan string, 16), ended: sync.OnceFunc(func() { // both streams end when it is on disk
		if err := store(dir, ExitFile, recording(t, ExitFile)); err != nil {
			t.Error(err)
		}
	})}
	old.listen(socket)
	tape := ptytest.NewTape()
	var mu sync.Mutex
	var writers []int
	term, err := Adopt(t.Context(), Adoption{Dir: dir, Epoch: 2, Tap: tape, Hands: func(h pty.Hands) {
		mu.Lock()
		defer mu.Unlock()
		writers = append(writers, h.Writers)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if pid := term.(*Terminal).Pid(); pid != 27040 {
		t.Errorf("agent %d", pid)
	}
	tape.Await(t, "got two")

	c := Dial(dir)
	defer c.Close()
	task, err := c.Task(t.Context())
	if err != nil || task.State != Running || task.Cols != 120 || task.Offset != 23 || task.Epoch != 2 {
		t.Errorf("task %+v, %v", task, err)
	}
	if text, err := c.Screen(t.Context(), "text"); string(text) != "ready\nbold\n" {
		t.Errorf("screen %q, %v", text, err)
	}
	if err := term.Input(t.Context(), []byte("one")); err != nil || <-old.heard != "one" {
		t.Errorf("input: %v", err)
	}
	visitFirst(t, c, old)
	if n, err := c.Detach(t.Context(), false); n != 1 || err != nil {
		t.Errorf("%d were sent away, %v", n, err)
	}

	close(old.end)
	exit, err := term.Wait(t.Context())
	if err != nil || exit.Code != 0 || exit.Bytes != 79 || int64(len(tape.String())) != exit.Bytes {
		t.Errorf("exit %+v after %q, %v", exit, tape.String(), err)
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(writers, []int{0, 0, 1, 0, 0}) {
		t.Errorf("told of %v writers", writers)
	}
	if p, err := c.Picture(t.Context(), 0); err != nil || !strings.Contains(p.Snapshot().Text(), "got quit") {
		t.Errorf("last picture %+v, %v", p, err)
	}
}

func visitFirst(t *testing.T, c *Client, old *oldShim) {
	t.Helper()
	v, err := c.Attach(t.Context(), AttachOptions{Size: pty.Size{Cols: 80, Rows: 24}, History: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	var seen terminal
	seen.awaitText(t, v, "got one")
	seen.awaitNote(t, v, "lease", func(m Message) bool { return m.Held })
	if err := v.Input([]byte("two\r")); err != nil || <-old.heard != "two\r" {
		t.Errorf("input: %v", err)
	}
	seen.awaitText(t, v, "got two")
	if err := v.Resize(pty.Size{Cols: 100, Rows: 30}); err != nil || !strings.Contains(<-old.heard, `"cols":100,"rows":30`) {
		t.Errorf("resize: %v", err)
	}
	seen.awaitNote(t, v, "resize", func(m Message) bool { return m.Cols == 100 && m.Rows == 30 })
	seen.awaitNote(t, v, "detach", func(Message) bool { return true })
	if _, err := v.Receive(); err != io.EOF {
		t.Errorf("after the good-bye: %v", err)
	}
}
