package orchestrator

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rooda/orchestrator/plan"
	"rooda/session"
)

func TestJudgeQuestions(t *testing.T) {
	asks := &ProgramStatus{State: "blocked", Kind: "permission"}
	stale := plan.Key{Task: "a", Attempt: 1, Iteration: 0}
	tests := []struct {
		name    string
		waiting bool
		report  report
		event   plan.Event
		bodies  []Body
		kept    *session.Interaction
	}{
		{"asks", false, report{key: secondOfA, question: asks}, plan.QuestionRaised{Key: secondOfA}, []Body{InteractionNeeded{Kind: "permission"}}, &session.Interaction{Kind: "permission"}},
		{"asks without a kind", false, report{key: secondOfA, question: &ProgramStatus{State: "blocked"}}, plan.QuestionRaised{Key: secondOfA}, []Body{InteractionNeeded{Kind: "unknown"}}, &session.Interaction{Kind: "unknown"}},
		{"asks again", true, report{key: secondOfA, question: asks}, plan.QuestionRaised{Key: secondOfA}, nil, nil},
		{"has its answer", true, report{key: secondOfA, question: &ProgramStatus{}}, plan.QuestionClosed{Key: secondOfA}, []Body{InteractionResolved{By: "agent"}}, nil},
		{"works on", false, report{key: secondOfA, question: &ProgramStatus{}}, plan.QuestionClosed{Key: secondOfA}, nil, nil},
		{"of an iteration that is over", false, report{key: stale, question: asks}, plan.QuestionClosed{Key: stale}, nil, nil},
		{"is still open at the end", true, report{key: secondOfA, result: &Result{Size: 1}},
			plan.IterationFinished{Key: secondOfA, Status: plan.Continue, Good: true},
			[]Body{InteractionResolved{By: "exit"}, IterationFinished{Outcome: "continue", EndedBy: "exit", Threshold: 2}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := atWork(nil)
			if tt.waiting {
				x.state.Tasks[0].Status = plan.WaitingForUser
			}
			event, notes := x.judge(tt.report)
			if diff := cmp.Diff(tt.event, event); diff != "" {
				t.Errorf("planner's event (-want +got):\n%s", diff)
			}
			var bodies []Body
			for _, n := range notes {
				bodies = append(bodies, n.Body)
			}
			if diff := cmp.Diff(tt.bodies, bodies); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.kept, x.record.Tasks["a"].Interaction, cmpopts.IgnoreFields(session.Interaction{}, "Since")); diff != "" {
				t.Errorf("question in the record (-want +got):\n%s", diff)
			}
		})
	}
}
