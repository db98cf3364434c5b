package api

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rooda/workflows"
)

// Who has closed their end before they were heard is told that nothing was done.
func TestHalfClosed(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	conn, err := net.Dial("unix", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /v1/tasks/a/cancel HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	heard := res.StatusCode == http.StatusAccepted || res.StatusCode == http.StatusNoContent // it was faster
	if !heard && (res.StatusCode != http.StatusRequestTimeout || !strings.Contains(string(body), "nothing was done")) {
		t.Errorf("%s: %q", res.Status, body)
	}
}

// A stop that is noted is done, whoever has left meanwhile.
func TestStopOfWhoLeft(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/v1/stop", nil)
	if err != nil {
		t.Fatal(err)
	}
	stopped := false
	server := &Server{host: Host{Run: s.run, Stop: func(string, bool) { stopped = true }}}
	w := httptest.NewRecorder()
	server.stop(w, r)
	if w.Code != http.StatusAccepted || !stopped {
		t.Errorf("%d, stopped: %t: %s", w.Code, stopped, w.Body)
	}
}
