package cmd

import (
	"testing"

	"rooda/session"
)

// A task that got a fresh budget, or lost an iteration, has not had more
// iterations than it may.
func TestTaskRowCountsTheBudget(t *testing.T) {
	for _, tt := range []struct {
		task session.Task
		want string
	}{
		{session.Task{Status: session.Running, Attempt: 2, MaxIterations: 1, Stats: session.Stats{Count: 1}}, "1/1"},
		{session.Task{Status: session.Done, Attempt: 2, Iteration: 1, MaxIterations: 1, Stats: session.Stats{Count: 2}}, "1/1"},
		{session.Task{Status: session.Pending, MaxIterations: 5}, "0/5"},
		{session.Task{Status: session.Done, Iteration: 3}, "3"},
	} {
		if got := taskRow("s/t", &tt.task)[3]; got != tt.want {
			t.Errorf("%s in iteration %d: %s, want %s", tt.task.Status, tt.task.Iteration, got, tt.want)
		}
	}
}

// A cancelled task is called so wherever a person looks.
func TestCancelledIsCalledSo(t *testing.T) {
	for status, want := range map[session.Status]string{session.Error: "cancelled", session.Pending: "interrupted"} {
		if got := taskRow("s/t", &session.Task{Status: status, Outcome: session.Interrupted})[2]; got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
}
