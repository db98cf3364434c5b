package orchestrator

import (
	"testing"
	"time"

	"rooda/pty"
)

// Whoever may wait for a person is not ended for being silent.
func TestUnattendedLimit(t *testing.T) {
	s := shims{unattended: time.Hour}
	if limit := s.limit(pty.Spec{}); limit != time.Hour {
		t.Errorf("an agent that nobody has to see: %s", limit)
	}
	if limit := s.limit(pty.Spec{Screen: &pty.ScreenOptions{}}); limit != 0 {
		t.Errorf("an interactive agent: %s", limit)
	}
}
