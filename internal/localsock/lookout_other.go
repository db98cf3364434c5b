//go:build !linux

package localsock

import (
	"context"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// lookout notices that a socket or its folder goes away.
type lookout struct {
	path    string
	watcher *fsnotify.Watcher
}

func newLookout(socket string) (*lookout, error) {
	watcher, err := fsnotify.NewWatcher()
	return &lookout{socket, watcher}, err
}

// aim looks at what is there now.
func (l *lookout) aim() { _ = l.watcher.Add(filepath.Dir(l.path)) }

// wait returns when either may have gone; false when ctx has ended.
func (l *lookout) wait(ctx context.Context) bool {
	for {
		select {
		case event, open := <-l.watcher.Events:
			if !open {
				return false
			}
			here := event.Name == l.path || event.Name == filepath.Dir(l.path)
			if here && event.Has(fsnotify.Remove|fsnotify.Rename) {
				return true
			}
		case <-l.watcher.Errors: // an overflow: events are missing
			return true
		case <-ctx.Done():
			return false
		}
	}
}

func (l *lookout) close() { l.watcher.Close() }
