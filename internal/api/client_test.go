package api

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"rooda/internal/localsock"
)

// host listens where the host of a session would.
func host(t *testing.T, handler http.Handler) *Client {
	t.Helper()
	dir, err := os.MkdirTemp("", "api")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path, err := localsock.Path(dir, "/a/session")
	if err != nil {
		t.Fatal(err)
	}
	if handler != nil {
		door, err := localsock.Open(path, handler)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { door.Close(time.Second) })
	}
	c, err := Dial(dir, "/a/session")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestNobodyListens(t *testing.T) {
	if _, err := host(t, nil).Session(t.Context()); !errors.Is(err, ErrNoHost) {
		t.Errorf("%v, want ErrNoHost", err)
	}
}

// socket listens where a session's host does, until the test is over.
func socket(t *testing.T) (dir string, listener net.Listener) {
	t.Helper()
	dir, err := os.MkdirTemp("", "api")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path, err := localsock.Path(dir, "/a/session")
	if err != nil {
		t.Fatal(err)
	}
	if listener, err = net.Listen("unix", path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return dir, listener
}

// A stopped process still has its socket, and the system takes connections for it.
func TestHostIsSilent(t *testing.T) {
	dir, _ := socket(t)
	c, err := Dial(dir, "/a/session")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := c.Stop(ctx, true); !errors.Is(err, ErrSilent) {
		t.Errorf("%v, want ErrSilent", err)
	}
}

// What a later host adds is ignored; a later version is refused with what to do.
func TestHostOfTomorrow(t *testing.T) {
	version := "1"
	c := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(apiHeader, version)
		io.WriteString(w, `{"api":1,"features":["telepathy"],"state":"running","mood":"good","session":{"id":"x","aura":{}}}`)
	}))
	if s, err := c.Session(t.Context()); err != nil || s.Record.ID != "x" || s.State != "running" {
		t.Errorf("%+v, %v", s, err)
	}
	version = "2"
	var newer *VersionError
	if _, err := c.Session(t.Context()); !errors.As(err, &newer) || newer.API != 2 || newer.Hint() == "" {
		t.Errorf("%v, want a VersionError", err)
	}
}

func TestNonsense(t *testing.T) {
	c := host(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		io.WriteString(w, "<html>")
	}))
	var refused *Error
	if err := c.Cancel(t.Context(), "a"); err == nil || errors.As(err, &refused) {
		t.Errorf("%v", err)
	}
}

// A host that is killed breaks connections off, wherever it is with its answer.
func TestHostEnds(t *testing.T) {
	for name, last := range map[string]string{
		"before it heard": "", "before it answered": "", "in the middle": "HTTP/1.1 200 OK\r\n", "in the record": "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"api\":",
	} {
		t.Run(name, func(t *testing.T) {
			dir, listener := socket(t)
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					if name != "before it heard" {
						_, _ = conn.Read(make([]byte, 4096))
					}
					_, _ = io.WriteString(conn, last)
					conn.Close()
				}
			}()
			c, err := Dial(dir, "/a/session")
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := c.Session(t.Context()); !errors.Is(err, ErrEnded) {
				t.Errorf("ask for the session: %v, want ErrEnded", err)
			}
			if err := c.Cancel(t.Context(), "a"); name != "in the record" && !errors.Is(err, ErrEnded) {
				t.Errorf("cancel: %v, want ErrEnded", err)
			}
		})
	}
}
