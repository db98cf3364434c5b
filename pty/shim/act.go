package shim

import (
	"errors"
	"net/http"
	"syscall"

	"rooda/internal/localsock"
	"rooda/pty"
)

// whoHeader is who somebody says that they are: human, host, or agent and
// what follows. It counts where the system does not tell.
const whoHeader = "Rooda-Who"

// input types the body as one piece, or, with more, as the beginning of one that the next of that
// host goes on with; one that follows another so has its turn or none. The answer means that the terminal took
// all of it; who wants to know hears 102 before the first of it may be typed.
func (s *server) input(w http.ResponseWriter, r *http.Request, who string) {
	e, ok := entryOf(w, r, who)
	if !ok {
		return
	}
	if err := s.turnFor(r.Context(), e); r.Context().Err() != nil {
		if err == nil {
			s.keyboard.release()
		}
		undone(w)
		return
	} else if err != nil {
		fail(w, err)
		return
	}
	leave := s.keyboard.release
	defer func() { leave() }()
	if !s.admits(w, r) { // any more
		return
	}
	keys, err := s.keysOf(r.Context(), e)
	if err != nil {
		fail(w, err)
		return
	}
	if r.Header.Get(begunHeader) != "" {
		w.WriteHeader(http.StatusProcessing)
	}
	if localsock.HungUp(r.Context()) { // now that nothing unread hides it; see acting. Who has not gone, has been told
		undone(w)
		return
	}
	s.noteTyped(e)
	n, err := s.keyboard.part(r.Context(), e.by, keys)
	s.keyboard.rest(keys[:n])
	if err != nil {
		f, status := faultOf(err)
		if n > 0 && f.Code == "" {
			f.Code = "begun"
		}
		refuse(w, status, f)
		return
	}
	if e.more {
		leave = func() { s.kept.keep(e.epoch, s.keyboard.release) }
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *server) resize(w http.ResponseWriter, r *http.Request, _ string) {
	q := query{r.URL.Query(), nil}
	size := pty.Size{Cols: uint16(q.number("cols", 0)), Rows: uint16(q.number("rows", 0))}
	if q.err == nil && (size.Cols == 0 || size.Rows == 0) {
		q.err = errors.New("cols and rows must be given")
	}
	switch {
	case q.err != nil:
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
	case s.over():
		fail(w, pty.ErrExited)
	default:
		s.hub.fix(size)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (s *server) signal(w http.ResponseWriter, r *http.Request, _ string) {
	q := query{r.URL.Query(), nil}
	n := q.number("number", 0)
	if q.err == nil && (n < 1 || n > 64) {
		q.err = errors.New("number must be that of a signal")
	}
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return
	}
	if err := s.term.Signal(r.Context(), syscall.Signal(n)); err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// stop begins to end the agent, or with kill cuts its grace short. Whoever
// wants to know when it is gone follows the output: so a host that dies
// meanwhile takes no grace from it.
func (s *server) stop(w http.ResponseWriter, r *http.Request, _ string) {
	q := query{r.URL.Query(), nil}
	s.halt(q.flag("kill"))
	w.WriteHeader(http.StatusAccepted)
}

// Detached says how many viewers were asked to go.
type Detached struct {
	Viewers int `json:"viewers"`
}

// detach makes viewers go.
func (s *server) detach(w http.ResponseWriter, r *http.Request, _ string) {
	q := query{r.URL.Query(), nil}
	reply(w, Detached{s.hub.dismiss(q.flag("all"))})
}
