package shim

import (
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// A shim of the future that kept to this version says and does more than is
// known here; one of a later version says so.
func TestShimOfTheFuture(t *testing.T) {
	socket := filepath.Join(runDir(t), "sock")
	dir := folderOf(t, socket)
	over := make(chan struct{})
	answers := map[string]string{
		"/v1/task":   `{"api":1,"features":["telepathy"],"state":"running","mood":{"good":true},"pid":12,"cols":80,"rows":24}`,
		"/v1/hands":  `{"type":"hands","writers":2,"fingers":20}` + "\n" + `{"type":"feet","feet":4}` + "\n",
		"/v1/output": "hello\r\n",
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		answer := answers[r.URL.Path]
		mu.Unlock()
		if r.URL.Path != "/v1/attach" {
			if answer == "" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Rooda-Offset", "0")
			io.WriteString(w, answer)
			if r.FormValue("follow") != "" {
				http.NewResponseController(w).Flush()
				<-over
			}
			return
		}
		s, err := upgrade(w, r)
		if err != nil {
			t.Error(err)
			return
		}
		for _, m := range strings.Split(answer, "\n") {
			s.write(1, []byte(m))
		}
		s.write(2, []byte("bytes"))
		s.close(time.Second)
	})}
	go server.Serve(listener)
	defer server.Close()
	defer close(over)

	tape := ptytest.NewTape()
	told := make(chan pty.Hands, 8)
	term, err := Adopt(t.Context(), Adoption{Dir: dir, Epoch: 3, Tap: tape, Hands: func(h pty.Hands) { told <- h }})
	if err != nil {
		t.Fatal(err)
	}
	defer term.Close()
	tape.Await(t, "hello")
	if h := <-told; h.Writers != 2 || len(told) > 0 {
		t.Errorf("told of %+v, and %d more", h, len(told))
	}
	if err := term.Resize(t.Context(), pty.Size{Cols: 9, Rows: 9}); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("what is not there any more: %v", err)
	}
	set := func(path, answer string) { mu.Lock(); defer mu.Unlock(); answers[path] = answer }
	c := Dial(dir)
	defer c.Close()
	set("/v1/attach", `{"type":"hello","api":1,"colour":"blue"}`+"\n"+`{"type":"smell","of":["roses"]}`)
	v, err := c.Attach(t.Context(), AttachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, want := range []string{"smell", ""} {
		if m, err := v.Receive(); m.Type != want || err != nil {
			t.Errorf("%+v, %v", m, err)
		}
	}

	set("/v1/task", `{"api":2,"state":["running","well"]}`)
	set("/v1/attach", `{"type":"hello","api":2,"pid":"twelve"}`)
	for name, reach := range map[string]func() error{
		"adopt":  func() error { _, err := Adopt(t.Context(), Adoption{Dir: dir, Epoch: 4}); return err },
		"task":   func() error { _, err := c.Task(t.Context()); return err },
		"attach": func() error { _, err := c.Attach(t.Context(), AttachOptions{}); return err },
	} {
		var later *VersionError
		if err := reach(); !errors.As(err, &later) || later.API != 2 ||
			!strings.Contains(err.Error(), "speaks version 2 of the protocol, this rooda knows 1") || !strings.Contains(later.Hint(), "or a later one") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
