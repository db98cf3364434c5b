package pty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fsnotify/fsnotify"
)

type followed struct {
	next int64
	err  error
}

func follow(ctx context.Context, path string, from int64, done <-chan struct{}) (*tape, <-chan followed) {
	out, result := newTape(), make(chan followed, 1)
	go func() {
		next, err := Follow(ctx, path, from, out, done)
		result <- followed{next, err}
	}()
	return out, result
}

func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output.log")
	done := make(chan struct{})
	out, result := follow(t.Context(), path, 4, done) // before there is a file

	log, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	want := "head"
	for i := range 50 {
		line := fmt.Sprintf("line %d %s\n", i, strings.Repeat("x", i*1000))
		if i == 0 {
			line = want + line
		}
		if _, err := log.WriteString(line); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			out.await(t, fmt.Sprintf("line %d", i))
		}
		want += strings.TrimPrefix(line, "head")
	}
	close(done) // with bytes that may not have been read
	if got := <-result; got.err != nil || got.next != int64(len(want)) {
		t.Errorf("Follow = %+v, want offset %d", got, len(want))
	}
	if out.String() != want[4:] {
		t.Errorf("got %d bytes, want %d", len(out.String()), len(want)-4)
	}
}

// TestFollowUnwatched: a system without a watcher left is no reason to miss what comes.
func TestFollowUnwatched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "output.log")
	news, err := watch(path, func() (*fsnotify.Watcher, error) { return nil, syscall.EMFILE })
	if err != nil {
		t.Fatal(err)
	}
	defer news.close()
	out, result, done := newTape(), make(chan followed, 1), make(chan struct{})
	go func() {
		next, err := news.follow(t.Context(), path, 1, out, done)
		result <- followed{next, err}
	}()
	if err := os.WriteFile(path, []byte("head"), 0o600); err != nil {
		t.Fatal(err)
	}
	out.await(t, "ead")
	close(done)
	if got := <-result; (got != followed{next: 4}) {
		t.Errorf("follow = %+v", got)
	}
	if _, err := watch(filepath.Join(path, "none", "log"), fsnotify.NewWatcher); err == nil {
		t.Error("no folder: want an error")
	}
}

func TestFollowEnds(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	closed := make(chan struct{})
	close(closed)
	if _, result := follow(t.Context(), path, 7, closed); (<-result != followed{next: 7}) {
		t.Error("no file and done: want the offset back")
	}
	os.WriteFile(path, []byte("12345"), 0o600)
	if out, result := follow(t.Context(), path, 2, closed); (<-result != followed{next: 5}) || out.String() != "345" {
		t.Errorf("whole file: %q", out.String())
	}
	if _, result := follow(t.Context(), filepath.Join(dir, "none", "log"), 0, nil); !errors.Is((<-result).err, os.ErrNotExist) {
		t.Error("no folder: want an error")
	}

	ctx, cancel := context.WithCancel(t.Context())
	out, result := follow(ctx, path, 0, nil)
	out.await(t, "12345")
	cancel()
	if got := <-result; got.next != 5 || got.err != context.Canceled {
		t.Errorf("cancelled: %+v", got)
	}
	if next, err := Follow(t.Context(), path, 0, &failing{}, nil); next != 0 || err == nil {
		t.Errorf("writer that fails: %d, %v", next, err)
	}
}
