package cmd

import (
	"testing"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// TestLastIsNewest: what a task came to last is the newest of what is known of it.
func TestLastIsNewest(t *testing.T) {
	now := time.Date(2026, 5, 4, 3, 20, 0, 0, time.Local)
	at := func(minute int) time.Time { return time.Date(2026, 5, 4, 3, minute, 0, 0, time.Local) }
	ended := &session.Iteration{Number: 2, Outcome: "continue"}
	killed := &session.Loss{At: at(12), Cause: "its shim is gone"}
	asks := &session.Interaction{Kind: "permission", Excerpt: "Go on?", Since: at(14)}
	for name, tt := range map[string]struct {
		task  session.Task
		found found
		want  string
	}{
		"an iteration":  {session.Task{Status: session.Running, Iteration: 3, LastIteration: ended}, found{}, "no promise"},
		"started again": {session.Task{Status: session.Running, Iteration: 3, LastIteration: ended, Loss: killed, IterationStartedAt: at(13)}, found{}, "lost at 03:12 (its shim is gone), started again at 03:13 as iteration 4"},
		"found later":   {session.Task{Status: session.Running, Iteration: 3, Loss: &session.Loss{At: at(12)}, IterationStartedAt: at(12)}, found{}, "found lost at 03:12, started again at 03:12 as iteration 4"},
		"stopped since": {session.Task{Status: session.Pending, Iteration: 3, LastIteration: ended, Loss: killed, IterationStartedAt: at(10)}, found{}, "lost at 03:12 (its shim is gone)"},
		"given up":      {session.Task{Status: session.Error, Reason: "its agent was lost, 3 times in a row", Loss: killed}, found{}, "its agent was lost, 3 times in a row"},
		"yesterday":     {session.Task{Status: session.Pending, Loss: &session.Loss{At: at(0).AddDate(0, 0, -1)}}, found{}, "found lost at 2026-05-03 03:00"},
		"an end since":  {session.Task{Status: session.Running, LastIteration: ended}, found{State: foundEnded, ended: at(15)}, "ended at 03:15, not judged yet"},
		"a loss since":  {session.Task{Status: session.Running, LastIteration: ended}, found{State: string(shim.Lost)}, "lost, nothing done about it yet"},
		"a stop since":  {session.Task{Status: session.Running, LastIteration: ended, Stopped: &session.Stop{By: "human", At: at(16)}}, found{State: string(shim.Lost)}, "stopped by human at 03:16"},
		"nobody asks":   {session.Task{Status: session.WaitingForUser, Interaction: asks}, found{State: foundUnstarted}, ""},
		"still asks":    {session.Task{Status: session.WaitingForUser, Interaction: asks}, found{State: foundWaiting}, "waits for you since 03:14: permission: Go on?"},
		"asked about": {session.Task{Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: orchestrator.KindLost, Excerpt: "again?", Since: at(12)}, Loss: killed},
			found{State: string(shim.Lost)}, "waits for you since 03:12: lost: again?"},
	} {
		if got := last(&tt.task, tt.found, now); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestListTellsLosses: a list has them of tasks that go on, and of no other.
func TestListTellsLosses(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 12, 0, 0, time.Local)
	r := session.Record{Tasks: map[string]*session.Task{}}
	r.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{Tasks: []workflows.Task{{ID: "a"}, {ID: "b"}, {ID: "c"}}}}}
	for id, status := range map[string]session.Status{"a": session.Running, "b": session.Error} {
		r.Tasks[id] = &session.Task{Status: status, Loss: &session.Loss{At: at}, IterationStartedAt: at.Add(time.Minute)}
	}
	if got := lossesOf(r, at); len(got) != 1 || got[0] != "a: found lost at 03:12, started again at 03:13 as iteration 1" {
		t.Errorf("%q", got)
	}
}
