package orchestrator

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// TestProjectAndRestore: whatever a session lives through, its state comes
// back from the record as a checkpoint stores it, and a resume decides the same.
func TestProjectAndRestore(t *testing.T) {
	wf := flow(inStage("one", quick("a"), quick("b")), inStage("two", quick("c")))
	wf.Stages[0].MaxParallel, wf.Stages[1].FailFast = 1, true
	rapid.Check(t, func(t *rapid.T) {
		state := plan.New(wf)
		record := StartRequest{Workflow: wf}.record()
		state, _ = plan.Apply(wf, state, plan.Opened{})
		for range rapid.IntRange(0, 12).Draw(t, "events") {
			state, _ = plan.Apply(wf, state, anEvent(t, state))
			project(&record, state, time.Now())
		}
		project(&record, state, time.Now())

		data, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		var stored session.Record
		if err := json.Unmarshal(data, &stored); err != nil {
			t.Fatal(err)
		}
		restored, err := restore(stored)
		if err != nil {
			t.Fatal(err)
		}
		// What a host was about to stop is of no interest to the next one.
		want := state
		want.Stopping, want.Tasks = false, slices.Clone(state.Tasks)
		for i := range want.Tasks {
			want.Tasks[i].Stopped = false
		}
		if diff := cmp.Diff(want, restored); diff != "" {
			t.Fatalf("restored state (-want +got):\n%s", diff)
		}
		live, liveCommands := plan.Apply(wf, state, plan.Opened{})
		next, commands := plan.Apply(wf, restored, plan.Opened{})
		if diff := cmp.Diff(live, next) + cmp.Diff(liveCommands, commands); diff != "" {
			t.Fatalf("resume (-from memory +from the record):\n%s", diff)
		}
	})
}

// anEvent draws something that could happen next.
func anEvent(t *rapid.T, s plan.State) plan.Event {
	task := rapid.SampledFrom(s.Tasks).Draw(t, "task")
	k := plan.Key{Task: task.ID, Attempt: task.Attempt, Iteration: task.Iteration}
	switch rapid.IntRange(0, 9).Draw(t, "event") {
	case 0:
		e := plan.Opened{Halt: rapid.Bool().Draw(t, "halt")}
		if rapid.Bool().Draw(t, "adopted") {
			e.Adopted = []plan.Key{k}
		}
		return e
	case 1:
		return plan.Interrupt{}
	case 2:
		return plan.QuestionRaised{Key: k}
	case 3:
		return plan.QuestionClosed{Key: k}
	case 4:
		return plan.Cancel{Task: task.ID, Reason: "cancelled"}
	}
	return plan.IterationFinished{
		Key: k, Good: rapid.Bool().Draw(t, "good"), Failures: rapid.IntRange(0, 3).Draw(t, "failures"), Reason: "why",
		Status: rapid.SampledFrom([]plan.Outcome{plan.Continue, plan.Continue, plan.Success, plan.MaxIters, plan.Aborted, plan.Interrupted}).Draw(t, "status"),
	}
}

// TestProjectTimes: a task begins with its first attempt and ends with its
// last; a question lasts as long as somebody is asked.
func TestProjectTimes(t *testing.T) {
	wf := flow(inStage("s", quick("a")))
	record, state := StartRequest{Workflow: wf}.record(), plan.New(wf)
	at := func(second int) time.Time { return time.Unix(int64(second), 0) }
	fail := func(attempt int) plan.Event {
		return plan.IterationFinished{Key: plan.Key{Task: "a", Attempt: attempt}, Status: plan.Aborted}
	}
	ask := plan.QuestionRaised{Key: plan.Key{Task: "a", Attempt: 2}}
	project(&record, state, at(1))
	if a := record.Tasks["a"]; !a.StartedAt.IsZero() || !a.EndedAt.IsZero() {
		t.Errorf("before the start: %+v, want no times", a)
	}
	steps := []struct {
		event      plan.Event
		began, end time.Time
		question   bool
	}{
		{plan.Opened{}, at(2), time.Time{}, false},
		{fail(1), at(2), at(3), false},
		{plan.Interrupt{}, at(2), at(3), false}, // nothing runs any more
		{plan.Opened{}, at(2), time.Time{}, false},
		{ask, at(2), time.Time{}, true},
		{fail(2), at(2), at(7), false},
	}
	for i, step := range steps {
		state, _ = plan.Apply(wf, state, step.event)
		asked := *record.Tasks["a"]
		asked.Interaction = &session.Interaction{Kind: "permission"}
		record.Tasks = map[string]*session.Task{"a": &asked}
		earlier, kept := record, asked
		project(&record, state, at(i+2))
		a := record.Tasks["a"]
		if !a.StartedAt.Equal(step.began) || !a.EndedAt.Equal(step.end) || (a.Interaction != nil) != step.question {
			t.Errorf("step %d: from %s to %s, asks %t; want from %s to %s, %t", i, a.StartedAt, a.EndedAt, a.Interaction != nil, step.began, step.end, step.question)
		}
		if diff := cmp.Diff(kept, *earlier.Tasks["a"]); diff != "" {
			t.Errorf("step %d changed an earlier record:\n%s", i, diff)
		}
	}
}

func TestRestoreNeedsEveryTask(t *testing.T) {
	record := StartRequest{Workflow: flow(inStage("s", quick("a"), quick("b")))}.record()
	record.ID = "x"
	record.Workflow.Definition = flow(inStage("s", quick("a"), quick("b")))
	delete(record.Tasks, "b")
	if _, err := restore(record); err == nil || !strings.Contains(err.Error(), "lacks task b") {
		t.Errorf("restore: %v, want it to miss task b", err)
	}
}

// A reason alone says nothing of who gave it: a task whose agent was lost, and came back, has not
// been cancelled.
func TestRestoreCancelled(t *testing.T) {
	wf := flow(inStage("s", quick("a")))
	record := StartRequest{Workflow: wf}.record()
	state, _ := plan.Apply(wf, plan.New(wf), plan.Opened{})
	state, _ = plan.Apply(wf, state, plan.Cancel{Task: "a", Reason: "why"})
	for _, cancelled := range []bool{true, false} {
		state.Tasks[0].Cancelled = cancelled
		project(&record, state, time.Now())
		if restored, err := restore(record); err != nil || restored.Tasks[0].Cancelled != cancelled {
			t.Errorf("cancelled is %t (%v), want %t", restored.Tasks[0].Cancelled, err, cancelled)
		}
	}
}

// TestRestoreCancelledBefore: a record of before that was a field tells by its reason.
func TestRestoreCancelledBefore(t *testing.T) {
	wf := flow(inStage("s", quick("a")))
	for _, tt := range []struct {
		status session.Status
		reason string
		asks   *session.Interaction
		want   bool
	}{
		{session.Running, "cancelled by human", nil, true},
		{session.WaitingForUser, "cancelled by agent:a", &session.Interaction{Kind: "permission"}, true},
		{session.WaitingForUser, "cancelled by human", &session.Interaction{Kind: KindLost}, false},
		{session.Running, lostReason, nil, false},
		{session.Running, "", nil, false},
		{session.Error, "cancelled by human", nil, false},
		{session.Error, "cancelled because a task of its stage failed", nil, false},
	} {
		record := StartRequest{Workflow: wf}.record()
		a := record.Tasks["a"]
		a.Status, a.Attempt, a.Reason, a.Interaction = tt.status, 1, tt.reason, tt.asks
		if restored, err := restore(record); err != nil || restored.Tasks[0].Cancelled != tt.want {
			t.Errorf("%s, %q: cancelled is %t (%v)", tt.status, tt.reason, restored.Tasks[0].Cancelled, err)
		}
	}
}
