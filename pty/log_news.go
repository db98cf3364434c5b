package pty

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// unwatched is how often a log is looked at that cannot be watched.
const unwatched = 250 * time.Millisecond

// news tells that a file may have grown.
type news struct {
	name    string
	watcher *fsnotify.Watcher // nil where there was none to be had
	ticker  *time.Ticker      // then
}

// watch fails if the file's folder is missing. The caller closes what it returns.
func watch(path string, watcher func() (*fsnotify.Watcher, error)) (*news, error) {
	n := &news{name: filepath.Base(path)}
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("watch output log: %w", err)
	}
	if w, err := watcher(); err == nil {
		if w.Add(folder) == nil {
			n.watcher = w
			return n, nil
		}
		w.Close()
	}
	n.ticker = time.NewTicker(unwatched)
	return n, nil
}

// wait returns nil when the file may have grown or done is closed, or ctx's error.
func (n *news) wait(ctx context.Context, done <-chan struct{}) error {
	var events chan fsnotify.Event
	var lost chan error
	var tick <-chan time.Time
	if n.watcher != nil {
		events, lost = n.watcher.Events, n.watcher.Errors
	} else {
		tick = n.ticker.C
	}
	for {
		select {
		case event := <-events:
			if filepath.Base(event.Name) == n.name {
				return nil
			}
		case <-lost: // an overflow: events are missing
			return nil
		case <-tick:
			return nil
		case <-done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (n *news) close() {
	if n.watcher != nil {
		n.watcher.Close()
	} else {
		n.ticker.Stop()
	}
}
