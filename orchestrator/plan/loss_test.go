package plan_test

import (
	"testing"

	"rooda/orchestrator/plan"
	"rooda/workflows"
)

func TestLossesAreCountedInWords(t *testing.T) {
	for threshold, want := range map[int]string{1: "gone", 2: "gone, 2 times in a row"} {
		spec := task("a")
		spec.FailureThreshold = threshold
		events := []plan.Event{plan.Opened{}}
		for attempt := range threshold {
			events = append(events, plan.IterationLost{Key: key("a", attempt+1, 0), Policy: workflows.LostRetry, Reason: "gone"})
		}
		s, _ := history(flow(stage("s", spec)), events...)
		if got := s.Tasks[0]; got.Status != plan.Error || got.Reason != want {
			t.Errorf("threshold %d: %s, %q, want %q", threshold, got.Status, got.Reason, want)
		}
	}
}
