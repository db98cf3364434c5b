package cmd

import (
	"context"
	"io"
	"os"
	"sync"
)

// backlog is what there was to show when somebody began to follow: the journal, and
// the logs of the iterations that it had.
type backlog struct {
	read  chan struct{} // closed, by the journal's reader, when that much of it has been read
	parts sync.WaitGroup
}

// add notes, for the journal's reader, one more log, and reports false when the
// journal that was there has been read.
func (b *backlog) add() bool {
	select {
	case <-b.read:
		return false
	default:
		b.parts.Add(1)
		return true
	}
}

// wait waits until all of it has been shown, not longer than ctx.
func (b *backlog) wait(ctx context.Context) {
	select {
	case <-b.read:
		b.parts.Wait()
	case <-ctx.Done():
	}
}

// shown is to be told when what was there of an iteration's log has been shown: of one
// that is over, its end as well. Telling it again is harmless.
func (b *backlog) shown(ctx context.Context, this *followed) (now, whole func()) {
	whole = sync.OnceFunc(b.parts.Done)
	return func() {
		select {
		case <-b.read: // only then is it known to be over
		case <-ctx.Done():
		}
		if !this.over() {
			whole()
		}
	}, whole
}

// counted passes on what is written to it, and calls then once, when so many bytes
// have come, left of them.
type counted struct {
	w    io.Writer
	left int64
	then func()
}

// countTo begins to count up to the size of a file, from an offset on. What cannot be
// read has none.
func countTo(path string, from int64, w io.Writer, then func()) *counted {
	c := &counted{w: w, then: sync.OnceFunc(then)}
	if info, err := os.Stat(path); err == nil {
		c.left = info.Size() - from
	}
	if c.left <= 0 {
		c.then()
	}
	return c
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.left -= int64(n); c.left <= 0 {
		c.then()
	}
	return n, err
}
