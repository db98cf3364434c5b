package pty

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/fsnotify/fsnotify"
)

// Follow copies an output log that another process may be writing to w, from
// offset from on, and goes on as it grows. It returns when ctx ends, with
// its error, or when done is closed and the log has been read to its end, with nil.
// next is the offset of the first byte that w did not get. The file need not
// exist yet, its folder must. Where the system has no watcher left (a user has 128
// by default, editors included), it looks four times a second.
func Follow(ctx context.Context, path string, from int64, w io.Writer, done <-chan struct{}) (next int64, err error) {
	// The folder is watched, because the file may appear later; and before
	// the first look at it, so that nothing falls in between.
	news, err := watch(path, fsnotify.NewWatcher)
	if err != nil {
		return from, err
	}
	defer news.close()
	return news.follow(ctx, path, from, w, done)
}

// follow is Follow of what is watched.
func (n *news) follow(ctx context.Context, path string, from int64, w io.Writer, done <-chan struct{}) (next int64, err error) {
	t := tail{path: path, next: from, w: w, buf: make([]byte, batch)}
	defer t.close()
	for {
		// Look at done first: what was written before it was closed is read.
		last := false
		select {
		case <-done:
			last = true
		default:
		}
		if err := t.copy(ctx); err != nil || last {
			return t.next, err
		}
		if err := n.wait(ctx, done); err != nil {
			return t.next, err
		}
	}
}

// tail is a place in a growing file.
type tail struct {
	path string
	file *os.File // nil until the file exists
	next int64
	w    io.Writer
	buf  []byte
}

// copy passes on what is there.
func (t *tail) copy(ctx context.Context) error {
	if t.file == nil {
		f, err := os.Open(t.path)
		if errors.Is(err, os.ErrNotExist) {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("open output log: %w", err)
		}
		t.file = f
	}
	for ctx.Err() == nil {
		n, err := t.file.ReadAt(t.buf, t.next)
		if n > 0 {
			written, failed := t.w.Write(t.buf[:n])
			t.next += int64(written)
			if failed != nil {
				return fmt.Errorf("pass on output: %w", failed)
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("read output log: %w", err)
		}
	}
	return ctx.Err()
}

func (t *tail) close() {
	if t.file != nil {
		t.file.Close()
	}
}
