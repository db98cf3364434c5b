package orchestrator

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rooda/orchestrator/plan"
	"rooda/session"
)

func TestJudgeQuestions(t *testing.T) {
	asks, resolved := InteractionNeeded{Kind: "permission"}, InteractionResolved{By: "agent"}
	dialog := InteractionNeeded{Kind: "permission", Excerpt: "Run make?", Options: []string{"1 Yes", "2 No"}, Fingerprint: "f1"}
	open := &session.Interaction{Kind: "permission", Fingerprint: "f0"}
	stale := plan.Key{Task: "a", Attempt: 1, Iteration: 0}
	tests := []struct {
		name    string
		waiting bool
		open    *session.Interaction
		report  report
		event   plan.Event
		bodies  []Body
		kept    *session.Interaction
	}{
		{"asks", false, nil, report{key: secondOfA, talk: asks}, plan.QuestionRaised{Key: secondOfA}, []Body{InteractionNeeded{Kind: "permission"}}, &session.Interaction{Kind: "permission"}},
		{"asks without a kind", false, nil, report{key: secondOfA, talk: ProgramStatus{State: "blocked"}.talk()}, plan.QuestionRaised{Key: secondOfA}, []Body{InteractionNeeded{Kind: "unknown"}}, &session.Interaction{Kind: "unknown"}},
		{"asks what is known in full", false, nil, report{key: secondOfA, talk: dialog}, plan.QuestionRaised{Key: secondOfA}, []Body{dialog},
			&session.Interaction{Kind: "permission", Excerpt: "Run make?", Options: []string{"1 Yes", "2 No"}, Fingerprint: "f1"}},
		{"asks again", true, &session.Interaction{Kind: "permission"}, report{key: secondOfA, talk: asks}, plan.QuestionRaised{Key: secondOfA}, nil, &session.Interaction{Kind: "permission"}},
		{"asks something else", true, open, report{key: secondOfA, talk: dialog}, plan.QuestionRaised{Key: secondOfA}, []Body{resolved, dialog},
			&session.Interaction{Kind: "permission", Excerpt: "Run make?", Options: []string{"1 Yes", "2 No"}, Fingerprint: "f1"}},
		{"asks the same kind of thing once that was answered", true, &session.Interaction{Kind: "permission", Excerpt: "first"},
			report{key: secondOfA, talk: InteractionNeeded{Kind: "permission", Excerpt: "second", Answered: "human"}}, plan.QuestionRaised{Key: secondOfA},
			[]Body{InteractionResolved{By: "human"}, InteractionNeeded{Kind: "permission", Excerpt: "second", Answered: "human"}}, &session.Interaction{Kind: "permission", Excerpt: "second"}},
		{"is answered by policy", false, nil, report{key: secondOfA, talk: InteractionAnswered{Rule: "allow-once"}}, nil, []Body{InteractionAnswered{Rule: "allow-once"}}, nil},
		{"has its answer", true, open, report{key: secondOfA, talk: resolved}, plan.QuestionClosed{Key: secondOfA}, []Body{InteractionResolved{By: "agent"}}, nil},
		{"works on", false, nil, report{key: secondOfA, talk: resolved}, plan.QuestionClosed{Key: secondOfA}, nil, nil},
		{"of an iteration that is over", false, nil, report{key: stale, talk: asks}, plan.QuestionClosed{Key: stale}, nil, nil},
		{"is still open at the end", true, open, report{key: secondOfA, result: &Result{Size: 1}},
			plan.IterationFinished{Key: secondOfA, Status: plan.Continue, Good: true},
			[]Body{InteractionResolved{By: "exit"}, IterationFinished{Outcome: "continue", EndedBy: "exit", ExitCode: new(0), Threshold: 2, Bytes: new(int64(0))}}, open},
		{"is answered just before its end", true, nil, report{key: secondOfA, result: &Result{Size: 1}},
			plan.IterationFinished{Key: secondOfA, Status: plan.Continue, Good: true},
			[]Body{IterationFinished{Outcome: "continue", EndedBy: "exit", ExitCode: new(0), Threshold: 2, Bytes: new(int64(0))}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := atWork(nil)
			if tt.open != nil {
				x.edit("a", func(t *session.Task) { t.Interaction = tt.open })
			}
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
