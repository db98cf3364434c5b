package localsock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

const (
	// contested is how long a socket may belong to a process that is going away.
	contested = time.Second
	retry     = 20 * time.Millisecond
)

// Door is a socket and what serves it. Whoever removes the socket only
// makes its process open it again. All methods may be called from any goroutine.
type Door struct {
	path   string
	server *http.Server
	work   sync.WaitGroup

	mu       sync.Mutex
	listener *net.UnixListener
	file     os.FileInfo // of the socket that is ours
	closed   bool
}

// Open opens the socket at path, in a folder that EnsureDir accepts, and
// serves requests at once. It fails with *PlaceError when something stands
// there that is not to be removed. The caller calls Close.
func Open(path string, handler http.Handler) (*Door, error) {
	d := &Door{path: path, server: &http.Server{
		Handler: handler, ConnContext: withPeer,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute,
	}}
	if err := CheckDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := Clear(path)
	for deadline := time.Now().Add(contested); err != nil && time.Now().Before(deadline); err = Clear(path) {
		<-time.After(retry)
	}
	if err != nil {
		return nil, err
	}
	return d, d.listen()
}

// listen opens the socket, for this user only from the first moment on.
func (d *Door) listen() error {
	release := enterToOpen(filepath.Dir(d.path))
	defer release()
	listener, err := listenPrivately(d.path)
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

// listenPrivately sets the mode before there is a name. The umask would do so,
// too, but is the whole process's: what is started in that moment would get it.
func listenPrivately(path string) (*net.UnixListener, error) {
	config := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) {
			_ = syscall.Fchmod(int(fd), 0o600) // not every system can; the folder is closed to others
		})
	}}
	listener, err := config.Listen(context.Background(), "unix", path)
	if err != nil {
		return nil, err
	}
	return listener.(*net.UnixListener), nil
}

// Heal opens the socket again if it is not there any more. What is there and
// is not ours stays.
func (d *Door) Heal() error {
	_, err := d.heal()
	return err
}

// heal is Heal; again says that things have changed since, or while, it looked.
func (d *Door) heal() (again bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.ours() {
		return false, nil
	}
	dir := filepath.Dir(d.path)
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return false, fmt.Errorf("open socket again: %w", err)
	}
	if err = CheckDir(dir); err == nil {
		err = Clear(d.path)
	}
	if err == nil {
		err = d.listen()
	}
	return err == nil || errors.Is(err, fs.ErrNotExist), err
}

// ours says whether the socket that is there is ours.
func (d *Door) ours() bool {
	file, err := os.Lstat(d.path)
	return err == nil && os.SameFile(file, d.file) && file.ModTime().Equal(d.file.ModTime())
}

// patrol is how often a socket is looked at that cannot be watched.
const patrol = 5 * time.Second

// Watch heals the socket whenever it is removed, until ctx ends: at once, or within 5 s where
// the system has no watcher left.
func (d *Door) Watch(ctx context.Context) {
	l, err := newLookout(d.path)
	if err != nil {
		for tick := time.Tick(patrol); ctx.Err() == nil; {
			d.Heal()
			select {
			case <-tick:
			case <-ctx.Done():
			}
		}
		return
	}
	defer l.close()
	for {
		d.Heal()
		l.aim() // again, should it be another socket or folder
		if again, _ := d.heal(); again {
			continue // it went before it was watched, and nobody watches what is in its place
		}
		if !l.wait(ctx) {
			return
		}
	}
}

// Close takes the socket away, and ends the requests that are left after a
// farewell.
func (d *Door) Close(farewell time.Duration) {
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
