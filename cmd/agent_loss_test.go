package cmd

import (
	"strings"
	"testing"
	"time"

	"rooda/pty/shim"
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

// What a person has cancelled fails at a resume, which asks nothing about it.
func TestLostAndCancelled(t *testing.T) {
	const id = "0198c1de-7c1a-7000-8000-000000000000"
	for _, policy := range []workflows.OnLost{workflows.LostRetry, workflows.LostAsk} {
		record := session.Record{ID: id, Tasks: map[string]*session.Task{"t": {Status: session.Running, Cancelled: true}}}
		record.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{Tasks: []workflows.Task{{ID: "t", OnLost: policy}}}}}
		a := agent{id: id, task: "t", record: record}
		if got, want := a.afterLoss(), "rooda session resume 0198c1de-7c1a takes its task for failed, as it was cancelled"; got != want {
			t.Errorf("on_lost %s: %q, want %q", policy, got, want)
		}
		p := presence{record: record, state: "lost", found: map[string]found{"t": {State: string(shim.Lost)}}}
		if got, want := p.resume(), "rooda session resume 0198c1de-7c1a"; got != want {
			t.Errorf("on_lost %s: %q, want %q", policy, got, want)
		}
	}
}

// unreachableAgent is one of a session without a host, of which nothing can be found out.
func unreachableAgent(mode workflows.Mode, task *session.Task) agent {
	record := session.Record{Tasks: map[string]*session.Task{"t": task}}
	record.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{Tasks: []workflows.Task{{ID: "t", Mode: mode}}}}}
	return agent{id: "0198c1de-7c1a-7000-8000-000000000000", task: "t", dir: "\x00", record: record}
}

// Nobody is told to approve what was not asked, here by an agent of which nothing can be found out.
func TestUnhostedApproval(t *testing.T) {
	asking := session.Task{Status: session.WaitingForUser, Interaction: &session.Interaction{Since: time.Now()}}
	for want, task := range map[string]*session.Task{
		"rooda session resume 0198c1de-7c1a and then rooda approve 0198c1de-7c1a/t; rooda attach 0198c1de-7c1a/t needs only the agent": &asking,
		"it had asked nothing; rooda session resume 0198c1de-7c1a goes on with it; rooda attach 0198c1de-7c1a/t needs only the agent":  {Status: session.Running},
	} {
		if got := unreachableAgent(workflows.Interactive, task).unhosted("approve"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	want := "its agent runs headless, and rooda drives only interactive ones; rooda attach 0198c1de-7c1a/t needs only the agent"
	if got := unreachableAgent(workflows.Headless, &asking).unhosted("approve"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
