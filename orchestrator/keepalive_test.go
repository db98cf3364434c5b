package orchestrator

import (
	"testing"

	"rooda/orchestrator/loop"
	"rooda/workflows"
)

// TestIsLast: the agent of the last iteration is kept where that leaves the task done.
func TestIsLast(t *testing.T) {
	success := Result{EndedBy: endedByIdle, Signals: loop.Signals{Success: true}}
	idle := Result{EndedBy: endedByIdle}
	failed := Result{EndedBy: endedByIdle, Signals: loop.Signals{Failure: true}}
	for _, test := range []struct {
		name      string
		max       int
		onMax     workflows.OnMaxIterations
		iteration int
		res       Result
		want      bool
	}{
		{"success", 3, workflows.Fail, 0, success, true},
		{"one that goes on", 3, workflows.Fail, 0, idle, false},
		{"a budget of one", 1, workflows.Fail, 0, idle, true},
		{"a budget used up in vain", 2, workflows.Fail, 1, idle, false},
		{"the same, where that is well", 2, workflows.Continue, 1, idle, true},
		{"a failure", 1, workflows.Continue, 0, failed, false},
	} {
		task := workflows.Task{MaxIterations: test.max, OnMaxIterations: test.onMax, FailureThreshold: 3}
		if got := isLast(task, test.iteration, 0, test.res); got != test.want {
			t.Errorf("%s: kept is %t, want %t", test.name, got, test.want)
		}
	}
}
