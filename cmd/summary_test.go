package cmd

import (
	"strings"
	"testing"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// A summary that a stopped terminal shows late tells of the run, not of the terminal.
func TestSummaryShownLate(t *testing.T) {
	var out strings.Builder
	begun := time.Now().Add(-time.Hour)
	b := &board{begun: begun, wf: &workflows.Workflow{Name: "w"}, session: "01939b1c-0000-7000-8000-000000000009"}
	b.apply(orchestrator.Event{Time: begun.Add(12400 * time.Millisecond), Body: orchestrator.SessionFinished{Outcome: plan.Success}})
	summarize(console.Streams{Out: &out}, b, session.Record{}, plan.Success, nil, tally{})
	if !strings.Contains(out.String(), "success after 12.4s\n") {
		t.Errorf("%q", out.String())
	}
}
