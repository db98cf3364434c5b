package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rooda/adapters"
	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/prompts"
	"rooda/session"
	"rooda/workflows"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stage is a run of agents that wait for a file called go, with its server.
type stage struct {
	t       *testing.T
	dir     string
	run     *orchestrator.Run
	runDir  string
	path    string // of the socket
	stopped chan halt
	outcome chan plan.Outcome
}

type halt struct {
	who  string
	kill bool
}

func prepare(t *testing.T, tasks ...workflows.Task) *stage {
	t.Helper()
	dir, err := os.MkdirTemp("", "api") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for i := range tasks {
		tasks[i].AICmd = `sh -c "until test -e go; do sleep 0.02; done; echo '<promise>SUCCESS</promise>'"`
		tasks[i].Prompt, tasks[i].Mode, tasks[i].OnMaxIterations = "Go.", workflows.Headless, workflows.Fail
		tasks[i].MaxIterations, tasks[i].FailureThreshold, tasks[i].MaxOutputBuffer = 3, 2, 1<<16
	}
	o := orchestrator.New(orchestrator.Options{
		Sessions: session.NewManager(filepath.Join(dir, "state")), Adapters: adapters.NewRegistry(), Procedure: prompts.Lookup,
		Environ: []string{"HOME=" + dir, "PATH=/usr/bin:/bin"},
	})
	wf := &workflows.Workflow{Name: "test", Stages: []workflows.Stage{{ID: "s", Tasks: tasks}}}
	run, err := o.Start(orchestrator.StartRequest{Workflow: wf, Workdir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, dir: dir, run: run, runDir: filepath.Join(dir, "run"), stopped: make(chan halt, 8), outcome: make(chan plan.Outcome, 1)}
	if s.path, err = localsock.Path(s.runDir, run.Dir()); err != nil {
		t.Fatal(err)
	}
	return s
}

// A host takes away what killed processes left, when it begins and when it ends.
func TestServerSweepsSockets(t *testing.T) {
	s := prepare(t, workflows.Task{ID: "one"})
	if err := localsock.EnsureDir(s.runDir); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(s.runDir, "0123456789ab.sock")
	leave := func() {
		t.Helper()
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		l.SetUnlinkOnClose(false)
		l.Close()
		long := time.Now().Add(-time.Minute)
		if err := os.Chtimes(stale, long, long); err != nil {
			t.Fatal(err)
		}
	}
	leave()
	server, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Lstat(stale); err != nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a host has begun, and the socket is still there")
		}
	}
	leave()
	server.Close()
	if _, err := os.Lstat(stale); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a host has ended, and the socket is still there: %v", err)
	}
	if err := s.run.Close(); err != nil {
		t.Error(err)
	}
}

func (s *stage) open() (*Server, error) {
	return Open(Host{Run: s.run, RunDir: s.runDir, Stop: func(who string, kill bool) { s.stopped <- halt{who, kill} }})
}

// perform opens the socket and runs the session until the test ends it.
func perform(t *testing.T, tasks ...workflows.Task) *stage {
	t.Helper()
	s := prepare(t, tasks...)
	server, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		outcome, err := s.run.Execute(context.Background(), context.Background())
		if err != nil {
			t.Error(err)
		}
		s.outcome <- outcome
		server.Close()
		s.run.Close()
	}()
	t.Cleanup(func() { s.finish(); <-done })
	return s
}

// finish lets the agents end.
func (s *stage) finish() {
	if err := os.WriteFile(filepath.Join(s.dir, "go"), nil, 0o600); err != nil {
		s.t.Error(err)
	}
}

// http is a client that knows nothing of ours.
func (s *stage) http() *http.Client {
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", s.path)
	}}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

func (s *stage) client() *Client {
	s.t.Helper()
	c, err := Dial(s.runDir, s.run.Dir())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c
}

// until waits for something that is about to be so.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

// heard reads a stream of events to its end, and the numbers of those in it.
func heard(t *testing.T, body io.Reader) (ids []int, kinds []string) {
	t.Helper()
	for lines := bufio.NewScanner(body); lines.Scan(); {
		var id int
		if _, err := fmt.Sscanf(lines.Text(), "id: %d", &id); err == nil {
			ids = append(ids, id)
		}
		if kind, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			kinds = append(kinds, kind)
		}
	}
	return ids, kinds
}

func TestSessionAndStop(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"}, workflows.Task{ID: "b"})
	c := s.client()
	var now Session
	until(t, "both tasks run", func() bool {
		var err error
		if now, err = c.Session(t.Context()); err != nil {
			t.Fatal(err)
		}
		return now.Record.Tasks["b"].Status == session.Running
	})
	if now.API != API || now.State != "running" || now.Epoch != 1 || now.Host.PID != os.Getpid() || now.Folder != s.run.Dir() || now.Record.Outbox != nil {
		t.Errorf("session: %+v", now)
	}
	if err := c.Stop(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if err := c.Stop(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if first, second := <-s.stopped, <-s.stopped; first != (halt{"human", false}) || second != (halt{"human", true}) {
		t.Errorf("stopped by %v and %v", first, second)
	}
	for event, err := range session.ReadEvents(s.run.Dir(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Type == "requested" && string(event.Data) == `{"by":"human","action":"stop"}` {
			return
		}
	}
	t.Error("the journal does not say who stopped it")
}

// Nobody waits for an answer to an agent that is being cancelled.
func TestCancelledWaitsForNobody(t *testing.T) {
	s := prepare(t, workflows.Task{ID: "a"})
	server := &Server{host: Host{Run: s.run}}
	for want, task := range map[string]session.Task{
		"running": {Status: session.WaitingForUser, Cancelled: true},
		"waiting": {Status: session.WaitingForUser},
	} {
		if got := server.state(session.Record{Tasks: map[string]*session.Task{"a": &task}}); got != want || task.Cancelling() != (want == "running") {
			t.Errorf("%+v: %s, want %s", task, got, want)
		}
	}
}

// Each of several clients gets every event once, the slow ones too; one that
// never reads holds up neither the run nor the others.
func TestEventsReachEverybody(t *testing.T) {
	tasks := make([]workflows.Task, 12)
	for i := range tasks {
		tasks[i].ID = fmt.Sprintf("t%d", i)
	}
	s := perform(t, tasks...)
	deaf, err := net.Dial("unix", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	if _, err := io.WriteString(deaf, "GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	type ear struct {
		from int
		ids  []int
		last string
	}
	results := make(chan ear)
	for _, from := range []int{0, 1, 5} {
		res, err := s.http().Get(fmt.Sprintf("http://x/v1/events?from=%d", from))
		if err != nil {
			t.Fatal(err)
		}
		if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
			t.Errorf("content type %q", kind)
		}
		go func() {
			defer res.Body.Close()
			ids, kinds := heard(t, res.Body)
			results <- ear{max(from, 1), ids, append(kinds, "nothing")[max(len(kinds)-1, 0)]}
		}()
	}
	until(t, "all run", func() bool {
		for _, task := range s.run.Now().Record.Tasks {
			if task.Status != session.Running {
				return false
			}
		}
		return true
	})
	s.finish()
	began := time.Now()
	if outcome := <-s.outcome; outcome != plan.Success {
		t.Errorf("outcome %s", outcome)
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("the run took %s to end", took)
	}
	last := int(s.run.Now().Journaled)
	for range 3 {
		e := <-results
		if len(e.ids) != last-e.from+1 || e.last != "session_finished" {
			t.Errorf("from %d: %d events, the last %s; want %d and session_finished", e.from, len(e.ids), e.last, last-e.from+1)
		}
		for i, id := range e.ids {
			if id != e.from+i {
				t.Errorf("from %d: event %d comes as number %d", e.from, id, i)
				break
			}
		}
	}
}

// Last-Event-ID goes on after that event; a number that nothing has yet waits.
func TestEventsGoOn(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	until(t, "three events", func() bool { return s.run.Now().Journaled >= 3 })
	r, err := http.NewRequest(http.MethodGet, "http://x/v1/events?from=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", "2")
	res, err := s.http().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	line, err := bufio.NewReader(res.Body).ReadString('\n')
	if line != "id: 3\n" {
		t.Errorf("goes on with %q, %v", line, err)
	}
}

func TestRefusals(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	until(t, "it runs", func() bool { return s.run.Now().Record.Tasks["a"].Status == session.Running })
	for _, tt := range []struct {
		method, path, kind, body string
		status                   int
		code                     string
	}{
		{"GET", "/", "", "", 404, "path"},
		{"DELETE", "/v1/session", "", "", 404, "path"},
		{"GET", "/v1/tasks/a/cancel", "", "", 404, "path"},
		{"GET", "/v1/events?from=-1", "", "", 400, "query"},
		{"GET", "/v1/events?after=3", "", "", 400, "query"},
		{"POST", "/v1/tasks/b/cancel", "", "", 404, "task"},
		{"POST", "/v1/tasks/..%2Fa/cancel", "", "", 404, "task"},
		{"POST", "/v1/tasks/a/input", "", "", 400, "body"},
		{"POST", "/v1/tasks/a/input", "application/json", "{", 400, "body"},
		{"POST", "/v1/tasks/a/input", "application/json", `{"words":"x"}`, 400, "body"},
		{"POST", "/v1/tasks/a/input", "", strings.Repeat("x", 1<<20+1), 413, "size"},
		{"POST", "/v1/tasks/a/input", "application/json", `{"text":"x","later":1}`, 409, "not_driven"},
		{"POST", "/v1/tasks/a/complete", "", "", 409, "not_driven"},
	} {
		r, err := http.NewRequest(tt.method, "http://x"+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", tt.kind)
		res, err := s.http().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var e struct{ Error, Code string }
		err = json.NewDecoder(res.Body).Decode(&e)
		res.Body.Close()
		if err != nil || res.StatusCode != tt.status || e.Code != tt.code || e.Error == "" {
			t.Errorf("%s %s: %d %+v, %v; want %d %s", tt.method, tt.path, res.StatusCode, e, err, tt.status, tt.code)
		}
	}
	var refused *Error
	if err := s.client().Complete(t.Context(), "a"); !errors.As(err, &refused) || refused.Code != "not_driven" || refused.Hint() == "" {
		t.Errorf("complete: %v", err)
	}
}

// A door of somebody else, and things that are none.
func TestPlaceIsTaken(t *testing.T) {
	s := prepare(t, workflows.Task{ID: "a"})
	defer s.run.Close()
	if err := os.Mkdir(s.runDir, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var place *localsock.PlaceError
	if _, err := s.open(); !errors.As(err, &place) || !strings.Contains(err.Error(), "listens there already") {
		t.Errorf("open: %v", err)
	}
}

// wall is a client whose connection takes nothing.
type wall struct{ down chan struct{} }

func (w wall) Header() http.Header              { return http.Header{} }
func (w wall) WriteHeader(int)                  {}
func (w wall) Flush()                           {}
func (w wall) SetWriteDeadline(time.Time) error { return nil }
func (w wall) Write([]byte) (int, error)        { <-w.down; return 0, io.ErrClosedPipe }

// A stream that is stuck in a write holds up nothing but itself.
func TestStuckClient(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	down, left := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(left)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/events", nil)
		if err == nil {
			(&Server{host: Host{Run: s.run}}).events(wall{down}, r)
		}
	}()
	s.finish()
	if outcome := <-s.outcome; outcome != plan.Success {
		t.Errorf("outcome %s", outcome)
	}
	select {
	case <-left:
		t.Error("the stream was not stuck")
	default:
	}
	close(down)
	<-left
}
