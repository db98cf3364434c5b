package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// TestRefusalWithoutAQuestion: where a person is called and nothing is asked, there is nothing to
// answer.
func TestRefusalWithoutAQuestion(t *testing.T) {
	for err, want := range map[error]string{orchestrator.ErrNoPlainYes: "no_plain_yes", orchestrator.ErrNoAnswer: "no_answer"} {
		e := refusal(err, "0198/t")
		if answers := strings.Contains(e.Advice, "answer it yourself: rooda attach 0198/t"); e.Code != want || answers != (err == orchestrator.ErrNoPlainYes) {
			t.Errorf("%v is refused as %s with the advice %q", err, e.Code, e.Advice)
		}
	}
}

// TestRefused: what became of keys that were not typed, or of which nobody knows, has a code,
// whatever else is known.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		err    error
		code   string
		status int
	}{
		{fmt.Errorf("type: %w", shim.ErrTurn), "turn", http.StatusServiceUnavailable},
		{fmt.Errorf("type: %w", shim.ErrUnread), "unread", http.StatusServiceUnavailable},
		{fmt.Errorf("type: %w; %w", shim.ErrUnreachable, shim.ErrBegun), "begun", http.StatusGatewayTimeout},
		{fmt.Errorf("type: %w; %w", context.DeadlineExceeded, shim.ErrBegun), "begun", http.StatusGatewayTimeout},
		{fmt.Errorf("type: %w", shim.ErrUnreachable), CodeSilent, http.StatusServiceUnavailable},
		{orchestrator.ErrNotBegun, "not_begun", http.StatusConflict},
		{orchestrator.ErrHandingOver, CodeHandingOver, http.StatusServiceUnavailable},
		{fmt.Errorf("%w: y was typed", orchestrator.ErrHalted), "partly", http.StatusConflict},
	} {
		e := refusal(tt.err, "")
		if e.Code != tt.code || e.status != tt.status || e.Advice == "" {
			t.Errorf("%v is refused as %d %+v", tt.err, e.status, e)
		}
	}
}

// TestOtherUsersAreRefused, and whoever cannot be told, at every address.
func TestOtherUsersAreRefused(t *testing.T) {
	s := &Server{host: Host{Run: new(orchestrator.Run)}}
	for _, to := range []string{"GET /v1/session", "GET /v1/events", "POST /v1/stop", "POST /v1/tasks/x/input", "GET /"} {
		method, path, _ := strings.Cut(to, " ")
		w := httptest.NewRecorder()
		s.handler().ServeHTTP(w, httptest.NewRequest(method, path, nil))
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `"user"`) {
			t.Errorf("%s: %d %s", to, w.Code, w.Body)
		}
	}
}
