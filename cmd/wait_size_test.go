package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/shim"
)

// resizable answers like a shim whose terminal gets room for a composer when somebody looks at
// its output, which never ends. What came meanwhile is heard, too.
type resizable struct {
	log string

	mu      sync.Mutex
	picture shim.Picture
	changed chan struct{}
}

func (f *resizable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	now := f.picture
	f.mu.Unlock()
	follows := r.FormValue("follow") != ""
	switch r.URL.Path {
	case "/v1/screen":
		json.NewEncoder(w).Encode(now)
	case "/v1/hands":
		fmt.Fprintf(w, `{"type":"hands","cols":%d,"rows":%d}`+"\n", now.Cols, now.Rows)
		w.(http.Flusher).Flush()
		select {
		case <-f.changed:
		case <-r.Context().Done():
			return
		}
		fmt.Fprint(w, `{"type":"hands","cols":120,"rows":40}`+"\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case "/v1/output":
		from, _ := strconv.Atoi(r.FormValue("from"))
		if !follows {
			io.WriteString(w, f.log[from:now.Offset])
			return
		}
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		f.mu.Lock()
		if f.picture.Cols == 20 {
			f.picture = shim.Picture{Cols: 120, Rows: 40, Offset: int64(len(f.log)), Styled: "\x1b[H\x1b[2JREADY"}
			close(f.changed)
		}
		f.mu.Unlock()
		<-r.Context().Done()
	}
}

func resizableShim(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "size") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	f := &resizable{log: "one\r\ntwo\r\n", changed: make(chan struct{})}
	f.picture = shim.Picture{Cols: 20, Rows: 5, Offset: 5, Styled: "\x1b[H\x1b[2J"}
	server := &http.Server{Handler: f}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

// Who waits for what a screen shows sees what it shows in another size, and misses no output.
func TestWaitFollowsTheSize(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	client := shim.Dial(resizableShim(t))
	defer client.Close()
	detector, err := adapters.NewDetector(adapters.Signs{Marks: adapters.Marks{Idle: []string{`(?m)^READY$`}}, IdleQuiet: 50 * time.Millisecond, BlindQuiet: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	w, err := newStateWaiter(ctx, client, t.TempDir(), detector, "idle")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.run(ctx); err != nil || w.screen.Snapshot().Cols != 120 {
		t.Errorf("idle: %v, on a screen of %d columns", err, w.screen.Snapshot().Cols)
	}
	for _, text := range []string{"READY", "two"} {
		target := agent{dir: resizableShim(t)}
		if said, err := awaitText(ctx, target, regexp.MustCompile(text)); err != nil || said != "shows "+text {
			t.Errorf("text %s: %q, %v", text, said, err)
		}
	}
}
