package pty

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"rooda/pty/vt"
)

// hurried is how much a follower takes at once that has fallen behind.
const hurried = 64 << 10

// lull is how long a follower that has just got something waits for more than
// a little.
const lull = 2 * time.Millisecond

// frameWait is how long Snapshot waits for the end of a frame that a program
// has begun to draw.
const frameWait = 100 * time.Millisecond

// Snapshot returns the screen as it is; see Terminal.
func (l *Local) Snapshot(ctx context.Context) (*vt.Snapshot, error) {
	snapshot, _, err := l.script.snapshot(ctx, 0)
	return snapshot, err
}

// SnapshotWithHistory returns the screen as Snapshot does, with the last rows,
// at most n, that have left it at its top.
func (l *Local) SnapshotWithHistory(ctx context.Context, n int) (*vt.Snapshot, []vt.Line, error) {
	return l.script.snapshot(ctx, n)
}

// Follow writes the raw output to w; see Terminal.
func (l *Local) Follow(ctx context.Context, from int64, w io.Writer) (int64, error) {
	return l.script.follow(ctx, from, w)
}

func (t *transcript) snapshot(ctx context.Context, history int) (*vt.Snapshot, []vt.Line, error) {
	if t.screen == nil {
		return nil, nil, ErrNoScreen
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	frame, cancel := context.WithTimeout(ctx, frameWait)
	defer cancel()
	for {
		t.mu.Lock()
		snapshot := t.screen.Snapshot()
		if !snapshot.Modes.Has(vt.Synchronized) || t.over || frame.Err() != nil {
			first, end := t.screen.History()
			lines := t.screen.Lines(max(first, end-int64(history)), history)
			t.mu.Unlock()
			return snapshot, lines, ctx.Err()
		}
		changed := t.news(t.total + 1)
		t.mu.Unlock()
		t.await(frame, changed)
	}
}

func (t *transcript) follow(ctx context.Context, from int64, w io.Writer) (next int64, err error) {
	if t.path == "" {
		return from, ErrNoLog
	}
	log, err := os.Open(t.path)
	if err != nil {
		return from, fmt.Errorf("open output log: %w", err)
	}
	defer log.Close()
	buf := make([]byte, batch)
	var last time.Time // when something was written
	for {
		t.gather(ctx, from, last.Add(lull))
		n, err := t.read(ctx, log, buf, from, nil)
		if err == io.EOF {
			return from, nil
		}
		if err != nil {
			return from, err
		}
		written, err := w.Write(buf[:n])
		from, last = from+int64(written), time.Now()
		if err != nil {
			return from, fmt.Errorf("pass on output: %w", err)
		}
		if n == len(buf) && n < hurried {
			buf = make([]byte, hurried)
		}
	}
}

// gather lets output behind offset at become more until due, so that a flood
// does not wake whoever follows it for each piece.
func (t *transcript) gather(ctx context.Context, at int64, due time.Time) {
	t.mu.Lock()
	for !t.over && t.total == at && ctx.Err() == nil {
		some := t.news(at + 1)
		t.mu.Unlock()
		t.await(ctx, some)
		t.mu.Lock()
	}
	defer t.mu.Unlock()
	if t.over || t.total-at >= hurried || !time.Now().Before(due) {
		return
	}
	enough := t.news(at + hurried)
	t.mu.Unlock()
	patience, cancel := context.WithDeadline(ctx, due)
	t.await(patience, enough)
	cancel()
	t.mu.Lock()
}

// read waits for output at offset at and reads some; io.EOF at the agent's end.
// For a person's view there are no queries in it, no sequence of which the
// end has not come yet, ErrBehind when it has missed too much and ErrResized
// when what follows is for another size.
func (t *transcript) read(ctx context.Context, log *os.File, p []byte, at int64, person *View) (int, error) {
	for {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		t.mu.Lock()
		end := t.total
		var blanks []span
		if person != nil && t.screen != nil {
			if person.sizes != t.sizes {
				person.sizes = t.sizes
				t.mu.Unlock()
				return 0, ErrResized
			}
			if !t.over {
				end = t.screen.Settled()
			}
			if end-at > behind || at < t.asked.first {
				t.mu.Unlock()
				return 0, ErrBehind
			}
			blanks = t.asked.between(at, at+int64(len(p)))
		}
		switch {
		case at < t.logged && at < end:
			p = p[:min(int64(len(p)), t.logged-at, end-at)]
			t.mu.Unlock()
			n, err := log.ReadAt(p, at)
			if n == 0 {
				return 0, fmt.Errorf("read output log: %w", noEnd(err))
			}
			blank(p[:n], at, blanks)
			return n, nil
		case at < end:
			n, err := t.rest.read(p[:min(int64(len(p)), end-at)], at)
			t.mu.Unlock()
			blank(p[:n], at, blanks)
			return n, err
		case t.over:
			t.mu.Unlock()
			return 0, io.EOF
		}
		changed := t.news(t.total + 1)
		t.mu.Unlock()
		t.await(ctx, changed)
	}
}

// noEnd turns the end of a log that should go on into an error: it was cut.
func noEnd(err error) error {
	if err == io.EOF {
		return ErrGap
	}
	return err
}
