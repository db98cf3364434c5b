package orchestrator

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestQuestion: a question counts once it has stood for a while, and only the
// record that asked can take it back.
func TestQuestion(t *testing.T) {
	const short, long = questionPatience / 2, 2 * questionPatience
	blocked := func(id, kind string) ProgramStatus { return ProgramStatus{State: "blocked", ID: id, Kind: kind} }
	type step struct {
		status ProgramStatus
		then   time.Duration
	}
	tests := []struct {
		name  string
		steps []step
		want  string // the kind, empty for no question
	}{
		{"working", []step{{ProgramStatus{State: "working"}, long}}, ""},
		{"asks", []step{{blocked("", "permission"), long}}, "permission"},
		{"asks without a kind", []step{{blocked("", ""), long}}, "unknown"},
		{"not for long enough yet", []step{{blocked("", "auth"), short}}, ""},
		{"takes it back", []step{{blocked("", "auth"), short}, {ProgramStatus{State: "working"}, long}}, ""},
		{"takes it back by clearing", []step{{blocked("", "auth"), short}, {ProgramStatus{State: "clear"}, long}}, ""},
		{"takes it back, asks again", []step{{blocked("", "auth"), short}, {ProgramStatus{State: "idle"}, long}, {blocked("", "question"), long}}, "question"},
		{"repeats itself", []step{{blocked("", "auth"), short}, {blocked("", "auth"), short}, {blocked("", "auth"), short}}, "auth"},
		{"a part goes on", []step{{blocked("", "auth"), short}, {ProgramStatus{State: "working", ID: "a"}, long}}, "auth"},
		{"a part asks", []step{{ProgramStatus{State: "working"}, short}, {blocked("a", "auth"), long}}, "auth"},
		{"two ask, one goes on", []step{{blocked("a", "auth"), short}, {blocked("", "question"), 0}, {ProgramStatus{State: "done", ID: "a"}, long}}, "auth"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := newQuestion()
				defer q.close()
				for _, s := range tt.steps {
					q.hear(s.status)
					time.Sleep(s.then)
				}
				got := ""
				select {
				case got = <-q.stands:
				default:
				}
				if got != tt.want {
					t.Errorf("question %q, want %q", got, tt.want)
				}
			})
		})
	}
}

// TestUnattended: the runner ends an agent that asks where nobody can answer,
// and leaves it alone where somebody can.
func TestUnattended(t *testing.T) {
	const asks = "<promise>SUCCESS</promise>\n\x1b]7501;state=blocked:kind=permission\x1b\\Really?"
	for _, unattended := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			stage := theatre{acts: map[string][]act{"work": {{takes: time.Minute, says: asks}}}}
			var notices []Notice
			res := AgentRunner{Open: stage.open}.Run(t.Context(), t.Context(), Iteration{
				Key: "session/stage/work/1/0", MaxOutput: 1 << 10, Unattended: unattended,
				Notice: func(n Notice) { notices = append(notices, n) },
			})
			if !unattended {
				if res.Question != "" || res.Duration != time.Minute || notices != nil {
					t.Errorf("attended: question %q after %s, %+v, want none after a minute", res.Question, res.Duration, notices)
				}
				return
			}
			if res.Question != "permission" || res.TimedOut || res.Stopped || res.Duration != questionPatience {
				t.Errorf("question %q, timed out %t, stopped %t after %s, want permission after %s", res.Question, res.TimedOut, res.Stopped, res.Duration, questionPatience)
			}
			want := Notice{Action: "sending_sigterm", Cause: CauseQuestion, Question: "permission", Pid: 1 << 22}
			if len(notices) != 1 || notices[0] != want {
				t.Errorf("notices %+v, want %+v", notices, want)
			}
			if !res.Ending().Asked {
				t.Error("the verdict does not hear of the question")
			}
		})
	}
}
