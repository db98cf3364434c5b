package shim

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// Whoever closes only its half of the connection hears that nothing was done.
func TestHalfClosed(t *testing.T) {
	t.Parallel()
	r, c, _, _ := keeper(t, `\033[?2004h`)
	ask := func(path string) *net.UnixConn {
		t.Helper()
		conn, err := net.Dial("unix", socketOf(t, r))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "POST /v1/%s HTTP/1.1\r\nHost: shim\r\nContent-Length: 1\r\n\r\nx", path)
		return conn.(*net.UnixConn)
	}
	hears := func(path string, conn *net.UnixConn) {
		t.Helper()
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}

	hang(t, r.Dir)
	conns := map[string]*net.UnixConn{}
	for _, path := range []string{"resize?cols=50&rows=20", "input", "send"} {
		conns[path] = ask(path)
		conns[path].CloseWrite()
	}
	syscall.Kill(shimOf(t, r.Dir), syscall.SIGCONT)
	for path, conn := range conns {
		hears(path, conn)
	}

	// While somebody else has the turn they wait.
	go c.Send(t.Context(), Sending{Text: []byte(strings.Repeat("x", 200_000)), Paste: true, Who: Human})
	eventually(t, "the send has the turn", func() bool { return len(deedsOf(t, r.Dir)) > 0 || typing(t, c) })
	for _, path := range []string{"input", "send"} {
		conn := ask(path)
		conn.CloseWrite()
		hears(path, conn)
	}
}

func typing(t testing.TB, c *Client) bool {
	t.Helper()
	task, err := c.Task(t.Context())
	return err == nil && task.Typed != nil
}
