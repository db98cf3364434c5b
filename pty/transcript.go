package pty

import (
	"fmt"
	"os"
	"sync"
	"time"

	"rooda/pty/vt"
)

// transcript is the output so far: in the log, on the screen, and to be woken
// for. One goroutine appends; any may look.
type transcript struct {
	path  string
	log   *os.File // nil for none
	index index

	mu     sync.Mutex
	screen *vt.Screen  // nil for none
	base   int64       // the log's length before this agent's output
	total  int64       // offset of the next byte
	logged int64       // offset of the first byte that is not in the log
	logErr error       // why there is one
	failed func(error) // told of logErr, may be nil
	rest   *rest       // what came since logErr, nil before it
	asked  asked       // where in the output queries are
	sizes  int         // how many times the size has changed
	over   bool
	waits  []waiter // those who are to be woken
}

func newTranscript(spec Spec, now time.Time) (_ *transcript, err error) {
	t := &transcript{path: spec.Log, failed: spec.LogFailed}
	if spec.Log != "" {
		if t.log, err = os.OpenFile(spec.Log, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600); err != nil {
			return nil, fmt.Errorf("open output log: %w", err)
		}
		info, err := t.log.Stat()
		if err != nil {
			t.log.Close()
			return nil, fmt.Errorf("open output log: %w", err)
		}
		if info.Mode().IsRegular() {
			t.base = info.Size()
		}
	}
	t.total, t.logged = t.base, t.base
	if t.index, err = newIndex(spec.Index, now, t.base, spec.Size); err != nil {
		if t.log != nil {
			t.log.Close()
		}
		return nil, err
	}
	if o := spec.Screen; o != nil {
		t.screen = vt.New(vt.Options{
			Cols: int(spec.Size.Cols), Rows: int(spec.Size.Rows), Scrollback: o.Scrollback,
			Base: t.base, Version: o.Version, Status: o.Status,
		})
	}
	return t, nil
}

// append takes output and returns what the agent must be told in answer.
func (t *transcript) append(p []byte) []vt.Reply {
	n := len(p)
	var failed error
	if t.log != nil && t.logErr == nil {
		n, failed = t.log.Write(p)
		if failed != nil && t.failed != nil {
			t.failed(failed) // not under the lock, which it may want
		}
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	t.index.mark(t.total)
	if t.logErr == nil {
		t.logged += int64(n)
		t.logErr = failed
	}
	if t.logErr != nil {
		if t.rest == nil {
			t.rest = newRest(t.logged)
			t.rest.write(p[n:])
		} else {
			t.rest.write(p)
		}
	}
	t.total += int64(len(p))
	var replies []vt.Reply
	if t.screen != nil {
		t.screen.Write(p)
		replies = t.screen.Replies()
		t.asked.add(replies, t.screen.Settled(), t.screen.Dropped().Replies)
		t.screen.Events() // nobody asks for them here, so their queue is emptied
	}
	t.grown()
	return replies
}

// unanswered counts the queries that were too many at once.
func (t *transcript) unanswered() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.screen == nil {
		return 0
	}
	return int64(t.screen.Dropped().Replies)
}

// resize changes the size by set and on the screen, with nothing in between.
func (t *transcript) resize(size Size, set func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := set(); err != nil {
		return err
	}
	if t.screen != nil {
		t.screen.Resize(int(size.Cols), int(size.Rows))
	}
	t.sizes++
	t.index.resize(t.total, size)
	t.changed()
	return nil
}

// input notes that n bytes were typed.
func (t *transcript) input(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.index.input(t.total, n)
}

// end says that there is no more. It closes the files.
func (t *transcript) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.log != nil {
		if err := t.log.Close(); err != nil && t.logErr == nil {
			t.logErr = err
		}
	}
	t.index.close()
	t.over = true
	t.changed()
}

// written returns how much this agent put out, and why not all of it is in
// the log.
func (t *transcript) written() (int64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total - t.base, t.logErr
}
