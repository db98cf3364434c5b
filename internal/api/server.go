package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"rooda/internal/localsock"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// farewell is how long requests may take when the run is over.
const farewell = 500 * time.Millisecond

// Host is the run that a server speaks for.
type Host struct {
	Run *orchestrator.Run
	// RunDir is the folder for sockets, made if need be.
	RunDir string
	// Stop ends the run, with kill its agents at once. It is called from any
	// goroutine, and does not wait.
	Stop func(who string, kill bool)
}

// Server answers on the control socket of a run.
type Server struct {
	host   Host
	door   *localsock.Door
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// Open opens the socket of the run's session, and takes away those that killed
// processes left; so does Close. It fails with
// *localsock.PlaceError when that cannot be. The caller calls Close.
func Open(h Host) (*Server, error) {
	path, err := localsock.Path(h.RunDir, h.Run.Dir())
	if err == nil {
		err = localsock.EnsureDir(h.RunDir)
	}
	if err != nil {
		return nil, fmt.Errorf("open control socket: %w", err)
	}
	s := &Server{host: h}
	if s.door, err = localsock.Open(path, s.handler()); err != nil {
		return nil, fmt.Errorf("open control socket: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.work.Go(func() { s.door.Watch(ctx) })
	s.work.Go(func() { localsock.Sweep(h.RunDir) }) // agents do not wait for it
	return s, nil
}

// Close takes the socket away. Whoever follows events has a moment to get the
// last of them.
func (s *Server) Close() {
	s.cancel()
	s.work.Wait()
	s.door.Close(farewell)
	localsock.Sweep(s.host.RunDir)
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/session", s.session)
	mux.HandleFunc("GET /v1/tasks", s.tasks)
	mux.HandleFunc("GET /v1/events", s.events)
	mux.HandleFunc("POST /v1/tasks/{task}/input", s.onTask(s.input))
	mux.HandleFunc("POST /v1/tasks/{task}/approve", s.onTask(simple(s.host.Run.Approve)))
	mux.HandleFunc("POST /v1/tasks/{task}/complete", s.onTask(simple(s.host.Run.Complete)))
	mux.HandleFunc("POST /v1/tasks/{task}/cancel", s.onTask(simple(s.host.Run.Cancel)))
	for _, policy := range lostPolicies() {
		mux.HandleFunc("POST /v1/tasks/{task}/"+string(policy), s.onTask(simple(func(ctx context.Context, task, who string) error {
			return s.host.Run.Settle(ctx, task, who, policy)
		})))
	}
	mux.HandleFunc("POST /v1/stop", s.stop)
	mux.HandleFunc("/", unknown)
	versioned := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(apiHeader, strconv.Itoa(API))
		if r.Method == http.MethodPost && localsock.HungUp(r.Context()) {
			refuse(w, errHungUp) // a host that was stopped finds what nobody wants any more
			return
		}
		mux.ServeHTTP(w, r)
	})
	return localsock.OwnOnly(versioned, http.HandlerFunc(refuseUser))
}

func (s *Server) session(w http.ResponseWriter, _ *http.Request) {
	now := s.host.Run.Now()
	reply(w, Session{
		API: API, Features: features(), State: s.state(now.Record), Host: now.Record.Host, Epoch: now.Record.Epoch,
		Folder: s.host.Run.Dir(), Journaled: now.Journaled, Unsaved: now.Unsaved, Record: now.Record,
	})
}

func (s *Server) state(r session.Record) string {
	select {
	case <-s.host.Run.Over():
		return "ended"
	default:
	}
	for id, t := range r.Tasks {
		if asks, _ := orchestrator.Asks(t, s.folder(id, t), time.Now()); asks {
			return "waiting"
		}
	}
	return "running"
}

// folder is that of the iteration which a task is in.
func (s *Server) folder(id string, t *session.Task) string {
	return session.IterationDir(s.host.Run.Dir(), id, t.Iteration, t.Attempt)
}

func (s *Server) tasks(w http.ResponseWriter, _ *http.Request) {
	record := s.host.Run.Now().Record
	list := []Task{}
	for _, stage := range record.Workflow.Definition.Stages {
		for _, spec := range stage.Tasks {
			t := record.Tasks[spec.ID]
			_, answered := orchestrator.Asks(t, s.folder(spec.ID, t), time.Now())
			list = append(list, Task{
				ID: spec.ID, Stage: stage.ID, Status: t.Status, Cancelling: t.Cancelling(), Leaving: t.Leaving(), AnsweredAt: answered, Outcome: t.Outcome, Reason: t.Reason, Attempt: t.Attempt,
				Iteration: t.Iteration, MaxIterations: t.MaxIterations, Mode: string(spec.Mode), StartedAt: t.StartedAt, EndedAt: t.EndedAt,
				Interaction: t.Interaction, Folder: s.folder(spec.ID, t),
			})
		}
	}
	reply(w, list)
}

// stop notes who wants it, then does it: the journal is told of nobody later.
func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	who, ours := s.caller(r)
	if ours && !all(s.host.Run.Now().Record.Workflow.Definition, func(t workflows.Task) bool { return t.AgentsMayType }) {
		s.refuseAgent(w, r, "", who, orchestrator.ActStop)
		return
	}
	kill, err := flag(r, "kill")
	if err != nil {
		refuse(w, err)
		return
	}
	// A run that has ended while it was asked to is what was asked for; one that another host goes on with is
	// not. Who leaves now has asked all the same: else it would be noted, and not done.
	if err := s.host.Run.NoteStop(context.WithoutCancel(r.Context()), who); err != nil && !errors.Is(err, orchestrator.ErrOver) {
		refuse(w, err)
		return
	}
	s.host.Stop(who, kill)
	w.WriteHeader(http.StatusAccepted)
}

func all(wf *workflows.Workflow, is func(workflows.Task) bool) bool {
	for _, stage := range wf.Stages {
		for _, t := range stage.Tasks {
			if !is(t) {
				return false
			}
		}
	}
	return true
}

func flag(r *http.Request, name string) (bool, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return false, nil
	}
	value, err := strconv.ParseBool(text)
	if err != nil {
		return false, &Error{Text: fmt.Sprintf("%s: %q is neither 1 nor 0", name, text), Code: "query", status: http.StatusBadRequest}
	}
	return value, nil
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // fails only when nobody listens any more
}
