package plan_test

import (
	"testing"

	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// TestCancelHolds: what a person has cancelled fails for that reason, whatever becomes of the
// host, and nothing else is ever taken for cancelled.
func TestCancelHolds(t *testing.T) {
	k := key("a", 1, 0)
	const reason = "cancelled by human"
	open, cancel := plan.Opened{}, plan.Cancel{Task: "a", Reason: reason}
	adopted := plan.Opened{Adopted: []plan.Key{k}}
	halt := plan.Opened{Halt: true, Adopted: []plan.Key{k}}
	gone := plan.IterationLost{Key: k, Policy: workflows.LostAsk, Reason: "its agent was lost"}
	for _, test := range []struct {
		name   string
		events []plan.Event
		status plan.Status
		reason string
	}{
		{"ahead of an interrupt", []plan.Event{open, cancel, plan.Interrupt{}, ends(k, plan.Interrupted)}, plan.Error, reason},
		{"though its iteration goes on", []plan.Event{open, cancel, plan.Interrupt{}, ends(k, plan.Continue)}, plan.Error, reason},
		{"under a host that only stops", []plan.Event{open, cancel, halt, ends(k, plan.Interrupted)}, plan.Error, reason},
		{"of an agent that is lost then", []plan.Event{open, cancel, halt, gone}, plan.Error, reason},
		{"not after success", []plan.Event{open, cancel, plan.Interrupt{}, ends(k, plan.Success)}, plan.Done, ""},
		{"a lost agent that comes back", []plan.Event{open, gone, adopted}, plan.Running, ""},
		{"and is interrupted", []plan.Event{open, gone, adopted, plan.Interrupt{}, ends(k, plan.Interrupted)}, plan.Pending, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, _ := history(flow(stage("s", task("a"))), test.events...)
			if a, _ := s.Task("a"); a.Status != test.status || a.Reason != test.reason || a.Cancelled {
				t.Errorf("%s %q, cancelled %t, want %s %q", a.Status, a.Reason, a.Cancelled, test.status, test.reason)
			}
		})
	}
}
