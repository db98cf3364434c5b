package shim

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"rooda/internal/localsock"
	"rooda/pty"
)

// server answers on the socket.
type server struct {
	launch launch
	fence  *fence
	hub    *hub // set before started is closed, like term
	term   *pty.Local
	// keyboard is what everybody types on but the terminal itself, which answers queries.
	keyboard *keyboard
	kept     kept
	started  chan struct{} // closed when the agent runs
	gone     atomic.Bool   // the agent has ended
	ended    chan struct{} // closed when exit is set and, where that could be, on disk
	exit     *Exit
	// unwritten is why exit is not on disk, nil where it is, or where that has not been tried. It is tried for
	// the first time before ended is closed, and again behind that.
	unwritten atomic.Pointer[fault]
	told      *event // a host has read all output
	// session and name are the agent's ROODA_SESSION and ROODA_TASK, "" for none.
	session, name string
	people        *register
	folder        folder // of what is recorded

	viewers  sync.WaitGroup // those attached
	stopping sync.Once
	patience context.Context // of the stop: ends when the agent is to be killed
	kill     context.CancelFunc
}

func newServer(l launch) *server {
	s := &server{
		launch: l, fence: newFence(l.Epoch), started: make(chan struct{}), ended: make(chan struct{}), told: newEvent(),
	}
	s.fence.left = s.left
	s.patience, s.kill = context.WithCancel(context.Background())
	for _, e := range l.Env {
		if value, ok := strings.CutPrefix(e, sessionVariable+"="); ok {
			s.session = value
		}
		if value, ok := strings.CutPrefix(e, taskVariable+"="); ok {
			s.name = value
		}
	}
	return s
}

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/task", s.task)
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /v1/output":  s.looking(s.output),
		"GET /v1/screen":  s.looking(s.screen),
		"GET /v1/hands":   s.looking(s.hands),
		"GET /v1/attach":  s.looking(s.attach),
		"POST /v1/input":  s.acting("input", s.input),
		"POST /v1/send":   s.acting("input", s.send),
		"POST /v1/resize": s.acting("resize", s.resize),
		"POST /v1/signal": s.acting("signal", s.signal),
		"POST /v1/stop":   s.acting("stop", s.stop),
		"POST /v1/detach": s.acting("detach", s.detach),
	} {
		mux.HandleFunc(pattern, s.running(handle))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, fault{Text: "there is no " + r.Method + " " + r.URL.Path, Code: "path"})
	})
	return localsock.OwnOnly(mux, http.HandlerFunc(refuseUser))
}

// looking refuses hosts that have been replaced. Nobody takes over by a look.
func (s *server) looking(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.admits(w, r) {
			next(w, r)
		}
	}
}

// admits reports whether a request is not that of a host that was replaced; it has answered it where it is.
func (s *server) admits(w http.ResponseWriter, r *http.Request) bool {
	_, _, err := s.claim(r)
	return s.current(w, err)
}

// takesOver is admits of what hosts that come later say first: it makes theirs the session. An agent of
// that is none, whatever it says; anybody else of this user is believed.
func (s *server) takesOver(w http.ResponseWriter, r *http.Request) bool {
	epoch, host, err := s.claim(r)
	if host && err == nil && epoch > s.fence.current() && !s.ours(r) {
		err = s.fence.succeed(epoch)
	}
	return s.current(w, err)
}

// claim is that of a request to be a host's, and which; *EpochError where that was replaced.
func (s *server) claim(r *http.Request) (epoch int, host bool, err error) {
	epoch, host, err = claimed(r.Header)
	if host && err == nil {
		err = s.fence.check(epoch)
	}
	return epoch, host, err
}

// current answers a request whose claim failed, and reports whether it did not.
func (s *server) current(w http.ResponseWriter, err error) bool {
	var old *EpochError
	switch {
	case errors.As(err, &old):
		refuse(w, http.StatusConflict, fault{Text: err.Error(), Code: "epoch", Epoch: old.Current})
	case err != nil:
		refuse(w, http.StatusBadRequest, fault{Text: err.Error(), Code: "header"})
	}
	return err == nil
}

// left has the paste ended that a host has left open.
func (s *server) left(epoch int) {
	select {
	case <-s.started:
		s.keyboard.abandon(hostOf(strconv.Itoa(epoch)))
	default:
	}
}

// running refuses what needs an agent before there is one.
func (s *server) running(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-s.started:
			next(w, r)
		default:
			refuse(w, http.StatusServiceUnavailable, fault{Text: ErrNeverStarted.Error(), Code: "starting"})
		}
	}
}

func (s *server) over() bool { return s.gone.Load() }

// task describes the agent. It is also by what a host takes over.
func (s *server) task(w http.ResponseWriter, r *http.Request) {
	if !s.takesOver(w, r) {
		return
	}
	t := Task{
		API: API, Features: features, State: Never, Shim: os.Getpid(), Dir: s.launch.Dir,
		Argv: s.launch.Argv, Epoch: s.fence.current(),
	}
	select {
	case <-s.started:
		s.describe(&t)
	default:
	}
	reply(w, t)
}

func (s *server) describe(t *Task) {
	now, _ := s.hub.standing()
	t.State, t.Pid = Running, s.term.Pid()
	t.Cols, t.Rows = int(now.size.Cols), int(now.size.Rows)
	t.Viewers, t.Writers, t.Policy = now.viewers, now.writers, now.policy
	if !now.typed.IsZero() {
		t.Typed = &now.typed
	}
	var err error
	if t.Offset, err = s.term.Output(); err != nil {
		f := newFault(err)
		t.LogError = &f
	}
	select {
	case <-s.ended:
		t.State, t.Exit, t.Unwritten = Finished, s.exit, s.unwritten.Load()
	default:
	}
}
