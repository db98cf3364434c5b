package orchestrator

import (
	"errors"
	"fmt"
	"testing"

	"rooda/pty/shim"
)

// TestLossCause: no more is said of a loss than what was seen, and nothing of that is left out.
func TestLossCause(t *testing.T) {
	unread := errors.New("read log: no such file")
	for want, err := range map[string]error{
		"its shim is gone":                                  shim.ErrLost,
		"its shim is gone; read log: no such file":          fmt.Errorf("run agent: %w", errors.Join(shim.ErrLost, unread)),
		"its shim is gone; read log: no such file; x":       errors.Join(errors.Join(shim.ErrLost, unread), errors.New("x")),
		"rooda told it to end, and went without saying why": errUntold,
		"its terminal did not answer":                       fmt.Errorf("%w: %w", shim.ErrUnreachable, unread),
	} {
		if got := lossCause(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
