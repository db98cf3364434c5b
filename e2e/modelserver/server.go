package modelserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Server answers agents on a loopback port. Its methods are safe for
// concurrent use.
type Server struct {
	// URL has no path: http://127.0.0.1:PORT.
	URL string

	script  Script
	closing chan struct{} // closed by the test's cleanup
	ids     atomic.Int64

	mu       sync.Mutex
	requests []Request
}

// Request is what the server remembers of one request.
type Request struct {
	// Wire is "anthropic", "responses", "chat", "gemini", or empty for a
	// request that asks for no answer of the model.
	Wire   string
	Method string
	Path   string
	Model  string
	Stream bool
	// Side marks a title, a routing question and the like, which the script did not see.
	Side bool
	Turn Turn
}

// Start serves until the test ends. The cleanup interrupts what is still
// being answered and waits for it.
func Start(tb testing.TB, script Script) *Server {
	tb.Helper()
	s := &Server{script: script, closing: make(chan struct{})}
	listener := httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = listener.URL
	tb.Cleanup(func() {
		close(s.closing)
		listener.Close()
	})
	return s
}

// Requests returns what came in so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

func (s *Server) note(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
}

func (s *Server) id(prefix string) string { return fmt.Sprintf("%s_%06d", prefix, s.ids.Add(1)) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	note := Request{Method: r.Method, Path: r.URL.Path}
	wire, ok := wireFor(r.URL.Path)
	if !ok || r.Method != http.MethodPost {
		s.note(note)
		serveRest(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	q, err := wire.read(r.URL.Path, body)
	if err != nil {
		s.note(note)
		sendJSON(w, http.StatusBadRequest, wire.failure(http.StatusBadRequest, err.Error()))
		return
	}
	text, use := sideAnswer(q)
	note.Wire, note.Model, note.Stream, note.Turn = wire.name(), q.model, q.stream, q.turn
	note.Side = text != "" || use != nil
	s.note(note)

	a := s.newAnswer(wire, q, w, r)
	if note.Side {
		a.side(text, use)
	} else {
		a.play(s.script(q.turn))
	}
	if !q.stream && !a.refused {
		sendJSON(w, http.StatusOK, a.whole)
	}
}

// serveRest answers what agents ask besides: sizes, models, a sign of life.
func serveRest(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/count_tokens"):
		sendJSON(w, http.StatusOK, object{"input_tokens": tokensIn})
	case strings.HasSuffix(path, ":countTokens"):
		sendJSON(w, http.StatusOK, object{"totalTokens": tokensIn})
	case strings.HasSuffix(path, "/models") && r.Method == http.MethodGet:
		sendJSON(w, http.StatusOK, object{"object": "list", "models": []object{}, "data": []object{
			{"id": "test-model", "object": "model", "created": 0, "owned_by": "test"},
		}})
	case path == "/":
		sendJSON(w, http.StatusOK, object{})
	default:
		sendJSON(w, http.StatusNotFound, object{"error": object{"type": "not_found_error", "message": "nothing at " + path}})
	}
}

func sendJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// Nobody is left to tell when this fails.
	_ = json.NewEncoder(w).Encode(v)
}

// wait returns false when the answer is of no use any more.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.closing:
	}
	return false
}
