package shim

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestOtherUsersAreRefused, and whoever cannot be told, at every address.
func TestOtherUsersAreRefused(t *testing.T) {
	s := newServer(launch{Dir: t.TempDir()})
	for _, to := range []string{"GET /v1/task", "GET /v1/attach", "POST /v1/input", "POST /v1/stop", "GET /"} {
		method, path, _ := strings.Cut(to, " ")
		w := httptest.NewRecorder()
		s.handler().ServeHTTP(w, httptest.NewRequest(method, path, nil))
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `"user"`) {
			t.Errorf("%s: %d %s", to, w.Code, w.Body)
		}
	}
}
