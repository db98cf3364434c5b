package shim

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// contested is how long a socket may belong to a shim that is going away.
	contested = time.Second
	retry     = 20 * time.Millisecond
	// farewell is how long requests may take once the agent's end is recorded.
	farewell = time.Second
)

// door is the socket and what serves it. Whoever removes the socket only
// makes the shim open it again.
type door struct {
	path   string
	server *http.Server
	work   sync.WaitGroup

	mu       sync.Mutex
	listener *net.UnixListener
	file     os.FileInfo // of the socket that is ours
	closed   bool
}

func openDoor(path string, handler http.Handler) (*door, error) {
	d := &door{path: path, server: &http.Server{
		Handler: handler, ConnContext: withPeer,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute,
	}}
	if err := checkRunDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := clear(path)
	for deadline := time.Now().Add(contested); err != nil && time.Now().Before(deadline); err = clear(path) {
		<-time.After(retry)
	}
	if err != nil {
		return nil, err
	}
	return d, d.listen()
}

// listen opens the socket, for this user only from the first moment on.
func (d *door) listen() error {
	before := syscall.Umask(0o077)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: d.path, Net: "unix"})
	syscall.Umask(before)
	if err != nil {
		return fmt.Errorf("open socket: %w", err)
	}
	listener.SetUnlinkOnClose(false)
	file, err := os.Lstat(d.path)
	if err == nil {
		err = os.Chmod(d.path, 0o600)
	}
	if err != nil {
		listener.Close()
		return fmt.Errorf("open socket: %w", err)
	}
	if d.listener != nil {
		d.listener.Close()
	}
	d.listener, d.file = listener, file
	d.work.Go(func() { d.server.Serve(listener) }) // ends when the listener is closed
	return nil
}

// heal opens the socket again if it is not there any more. What is there and
// is not ours stays.
func (d *door) heal() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.ours() {
		return nil
	}
	dir := filepath.Dir(d.path)
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return fmt.Errorf("open socket again: %w", err)
	}
	if err := checkRunDir(dir); err != nil {
		return err
	}
	if err := clear(d.path); err != nil {
		return err
	}
	return d.listen()
}

// ours says whether the socket that is there is ours.
func (d *door) ours() bool {
	file, err := os.Lstat(d.path)
	return err == nil && os.SameFile(file, d.file) && file.ModTime().Equal(d.file.ModTime())
}

// watch heals the socket whenever it is removed, until ctx ends.
func (d *door) watch(ctx context.Context) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return // SIGUSR1 is the other way
	}
	defer watcher.Close()
	dir := filepath.Dir(d.path)
	for {
		d.heal()
		watcher.Add(dir) // again, should it be a new folder
		d.heal()         // also what happened before the watch was there
		if !d.lost(ctx, watcher, dir) {
			return
		}
	}
}

// lost waits until the socket or its folder has been removed; false when ctx ended.
func (d *door) lost(ctx context.Context, watcher *fsnotify.Watcher, dir string) bool {
	for {
		select {
		case event, open := <-watcher.Events:
			if !open {
				return false
			}
			if (event.Name == d.path || event.Name == dir) && event.Has(fsnotify.Remove|fsnotify.Rename) {
				return true
			}
		case <-watcher.Errors: // an overflow: events are missing
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// close ends the requests that are left and takes the socket away.
func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	if d.ours() {
		os.Remove(d.path)
	}
	d.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if d.server.Shutdown(ctx) != nil {
		d.server.Close()
	}
	d.work.Wait()
}
