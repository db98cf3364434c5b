package cmd

import (
	"strings"
	"testing"

	"rooda/session"
	"rooda/workflows"
)

// Without a host, what a resume does depends on the task.
func TestAfterLoss(t *testing.T) {
	for policy, want := range map[workflows.OnLost]string{
		"":                   "runs its iteration again",
		workflows.LostRetry:  "runs its iteration again",
		workflows.LostResume: "runs its iteration again",
		workflows.LostFail:   "takes its task for failed",
		workflows.LostAsk:    "--lost retry",
	} {
		a := agent{id: "0198c1de-7c1a-7000-8000-000000000000", task: "t", record: session.Record{}}
		a.record.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{Tasks: []workflows.Task{{ID: "t", OnLost: policy}}}}}
		if got := a.afterLoss(); !strings.HasPrefix(got, "rooda session resume 0198c1de-7c1a") || !strings.Contains(got, want) {
			t.Errorf("on_lost %q: %q, want %q", policy, got, want)
		}
	}
}
