package cmd

import (
	"strings"
	"testing"
	"time"

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

// Nobody is told to approve what was not asked, here by an agent of which nothing can be found out.
func TestUnhostedApproval(t *testing.T) {
	asking := session.Task{Status: session.WaitingForUser, Interaction: &session.Interaction{Since: time.Now()}}
	for want, task := range map[string]*session.Task{
		"rooda session resume 0198c1de-7c1a and then rooda approve 0198c1de-7c1a/t; rooda attach 0198c1de-7c1a/t needs only the agent": &asking,
		"it had asked nothing; rooda session resume 0198c1de-7c1a goes on with it; rooda attach 0198c1de-7c1a/t needs only the agent":  {Status: session.Running},
	} {
		a := agent{id: "0198c1de-7c1a-7000-8000-000000000000", task: "t", dir: "\x00", record: session.Record{Tasks: map[string]*session.Task{"t": task}}}
		if got := a.unhosted("approve"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
