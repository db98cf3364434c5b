package orchestrator

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A host that is only slow has not stood still.
func TestStoodStill(t *testing.T) {
	from, x := time.Now(), &WorkflowExecutor{}
	if notes := x.woke(from, from.Add(pauseLimit-1)); notes != nil {
		t.Errorf("told of %v", notes)
	}
	to := from.Add(pauseLimit)
	if diff := cmp.Diff([]Event{{Body: SessionPaused{From: from, To: to}}}, x.woke(from, to)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
