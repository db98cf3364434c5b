package cmd

import (
	"testing"

	"rooda/session"
	"rooda/workflows"
)

// Nobody is sent to a task that is done, nor to one whose agent has ended where another's works.
func TestSoonest(t *testing.T) {
	const left = session.Status("RUNNING, by an agent that has ended")
	specs := []workflows.Task{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	for _, tt := range []struct {
		a, b, c session.Status
		want    string
	}{
		{session.Pending, session.Pending, "", "a"},
		{session.Done, session.Error, "", "b"},
		{session.Done, "", session.Running, "c"},
		{session.Done, session.Pending, session.WaitingForUser, "c"},
		{session.Done, session.Done, session.Done, ""},
		{left, session.Running, "", "b"},
		{session.Done, left, session.Done, "b"},
	} {
		tasks, ended := map[string]*session.Task{}, map[string]bool{}
		for id, status := range map[string]session.Status{"a": tt.a, "b": tt.b, "c": tt.c} {
			if ended[id] = status == left; ended[id] {
				status = session.Running
			}
			if status != "" {
				tasks[id] = &session.Task{Status: status}
			}
		}
		if got, ok := soonest(specs, tasks, func(task string) bool { return ended[task] }); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s, %s, %s: %s, %t, want %q", tt.a, tt.b, tt.c, got, ok, tt.want)
		}
	}
}
