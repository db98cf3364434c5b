package cmd

import (
	"bytes"
	"testing"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// Each event is told, in the view's words where it has some.
func TestChronicle(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 12, 0, 0, time.Local)
	told := chronicle{board: &board{rows: []row{{task: "a", max: 3}}}}
	for _, tt := range []struct {
		body orchestrator.Body
		want string
	}{
		{orchestrator.SessionResumed{Epoch: 2, PID: 7, By: "human", How: orchestrator.ActResume}, "process 7 drives the session from here on, the 2nd to do so: resumed by human"},
		{orchestrator.SessionResumed{Epoch: 2000000001, PID: 7, By: "human", How: orchestrator.ActHandOver, Lost: "ask"}, "process 7 drives the session from here on, the 3rd to do so: it was handed over"},
		{orchestrator.SessionResumed{Epoch: 2000000002, PID: 7, By: "human", How: orchestrator.ActStop, Lost: "ask"}, "process 7 drives the session from here on, the 4th to do so: to stop it, asked by human"},
		{orchestrator.SessionResumed{Epoch: 2000000003, PID: 7, By: "human", How: orchestrator.ActTakeOver, Killed: 6}, "process 7 drives the session from here on, the 5th to do so: taken over by human, who killed process 6, which hung"},
		{orchestrator.SessionFinished{Outcome: plan.Interrupted, By: "SIGTERM"}, "session ended: interrupted, stopped by SIGTERM"},
		{orchestrator.StageStarted{Index: 9}, "stage s"}, // of a workflow that was replaced
		{orchestrator.IterationFinished{Outcome: "failure", ExitCode: new(int), DurationMS: 6000, Failures: 1, Threshold: 3, EndedAt: at.Add(-time.Hour), Undriven: true},
			"a: iteration 1/3 failed after 6.0s (failure 1 of 3 in a row), ended at 02:12:00 while nobody drove it"},
		{orchestrator.IterationFinished{Outcome: "failure", ExitCode: new(int), DurationMS: 6000, Failures: 1, Threshold: 3, EndedAt: at.Add(-time.Hour)},
			"a: iteration 1/3 failed after 6.0s (failure 1 of 3 in a row), ended at 02:12:00"},
		{orchestrator.InteractionResolved{By: "handler"}, "a: answered by policy"},
		{orchestrator.InputTyped{Bytes: 1, Deed: orchestrator.Deed{By: "human"}}, "a: human typed 1 byte"},
		{orchestrator.InputSent{}, "a: the agent has taken it"},
		{orchestrator.TaskStatusChanged{To: plan.Running}, "a: RUNNING"},
		{orchestrator.Unknown{Kind: "of_later"}, "a: of later"},
	} {
		e := orchestrator.Event{Time: at, Stage: "s", Task: "a", Body: tt.body}
		if _, whole := tt.body.(orchestrator.SessionResumed); whole {
			e.Task = ""
		}
		if got := told.line(e); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if e := (orchestrator.Event{Time: at, Body: orchestrator.Visited{Deed: orchestrator.Deed{At: at.Add(-time.Hour)}}}); !happened(e).Equal(at.Add(-time.Hour)) {
		t.Errorf("what a host heard late happened at %v", happened(e))
	}
}

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 111: "111th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// What hosts hear late stands where it happened, and an answer where it was typed.
func TestChronicleTimes(t *testing.T) {
	asked := time.Date(2026, 5, 4, 3, 12, 0, 0, time.Local)
	after := func(s time.Duration, body orchestrator.Body) orchestrator.Event {
		return orchestrator.Event{Time: asked.Add(s * time.Second), Task: "a", Body: body}
	}
	typed := func(s time.Duration) orchestrator.InputTyped {
		return orchestrator.InputTyped{Deed: orchestrator.Deed{By: "human", At: asked.Add(s * time.Second)}, Kind: "keys"}
	}
	for _, tt := range []struct {
		events []orchestrator.Event
		want   time.Duration // of the last, seconds after the question
	}{
		{[]orchestrator.Event{after(60, typed(9)), after(63, orchestrator.InteractionResolved{By: "human"})}, 9},
		{[]orchestrator.Event{after(60, typed(-5)), after(63, orchestrator.InteractionResolved{By: "human"})}, 63},
		{[]orchestrator.Event{after(60, typed(9)), after(63, orchestrator.InteractionResolved{By: "agent"})}, 63},
		{[]orchestrator.Event{after(60, typed(9))}, 9},
	} {
		c := chronicle{board: &board{rows: []row{{task: "a"}}}, open: map[string]answering{}}
		c.tell(after(0, orchestrator.InteractionNeeded{}))
		var last toldEvent
		for _, e := range tt.events {
			last = c.tell(e)
		}
		if got := last.at.Sub(asked); got != tt.want*time.Second {
			t.Errorf("%q happened %s after the question, want %d s", last.text, got, tt.want)
		}
	}
}

func TestTally(t *testing.T) {
	counted := tally{gone: map[iteration]bool{}}
	for _, body := range []orchestrator.Body{
		orchestrator.AgentLost{}, orchestrator.SessionResumed{How: orchestrator.ActResume}, orchestrator.IterationStarted{},
		orchestrator.SessionResumed{How: orchestrator.ActHandOver}, orchestrator.AgentLost{}, orchestrator.IterationStarted{}, orchestrator.IterationStarted{},
		orchestrator.InteractionResolved{By: "human"}, orchestrator.InteractionResolved{By: "agent:b"}, orchestrator.InteractionResolved{By: "exit"},
		orchestrator.InteractionAnswered{}, orchestrator.InteractionNeeded{Kind: "stuck"}, orchestrator.InteractionNeeded{Kind: "permission"},
	} {
		counted.add(orchestrator.Event{Task: "a", Body: body})
	}
	if got, want := counted.String(), "2 agents lost and started again · resumed once · 1 answer by people, 1 by agents, 1 by policy · 1 call because an agent was stuck"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of each longer time without a host is told from when to when it was, and whether the run was stopped or its host was gone.
func TestTallyOfGaps(t *testing.T) {
	began := time.Date(2026, 5, 4, 3, 0, 0, 0, time.Local)
	type told struct {
		after time.Duration
		body  orchestrator.Body
	}
	resumed := func(heard time.Duration) orchestrator.SessionResumed {
		r := orchestrator.SessionResumed{How: orchestrator.ActResume}
		if heard > 0 {
			r.LastHeard = began.Add(heard)
		}
		return r
	}
	stood := func(from, to time.Duration) orchestrator.Body {
		return orchestrator.SessionPaused{From: began.Add(from), To: began.Add(to)}
	}
	stop := func(by string) orchestrator.Body {
		return orchestrator.Requested{Deed: orchestrator.Deed{By: by}, Action: orchestrator.ActStop}
	}
	for _, tt := range []struct {
		want   string
		events []told
	}{
		{"nobody drove it for 4h17m: no host heard from 2026-05-04 03:12:44 to 2026-05-04 07:30:02, agents worked on", []told{
			{0, orchestrator.IterationStarted{}}, {4*time.Hour + 30*time.Minute + 2*time.Second, resumed(12*time.Minute + 44*time.Second)}, {5 * time.Hour, orchestrator.IterationAdopted{}},
		}},
		{"nobody drove it for 1h00m: no host heard from 2026-05-04 03:00:00 to 2026-05-04 04:00:00", []told{ // by an earlier rooda
			{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(0)}, {time.Hour, orchestrator.IterationStarted{}},
		}},
		{"nobody drove it for 3h00m: no host heard 2 times, 3h00m in all, the last from 2026-05-04 05:00:00 to 2026-05-04 07:00:00", []told{
			{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(0)}, {time.Hour, resumed(time.Hour)}, {4 * time.Hour, resumed(2 * time.Hour)},
		}},
		{"nobody drove it for 3m25s: stopped by human from 2026-05-04 03:00:10 to 2026-05-04 03:02:20; no host heard from 2026-05-04 03:03:00 to 2026-05-04 03:04:15", []told{
			{10*time.Second + 900*time.Millisecond, orchestrator.SessionFinished{Outcome: plan.Interrupted, By: "human"}}, {140 * time.Second, resumed(0)},
			{255 * time.Second, resumed(180*time.Second + 200*time.Millisecond)},
		}},
		{"nobody drove it for 3h00m: stopped 2 times, 3h00m in all, the last by SIGTERM from 2026-05-04 04:00:00 to 2026-05-04 06:00:00", []told{
			{0, orchestrator.SessionFinished{Outcome: plan.Interrupted}}, {time.Hour, resumed(0)},
			{time.Hour, orchestrator.SessionFinished{Outcome: plan.Interrupted, By: "SIGTERM"}}, {3 * time.Hour, resumed(0)},
		}},
		{"nobody drove it for 1h00m: no host heard after a stop by SIGTERM from 2026-05-04 03:00:00 to 2026-05-04 04:00:00, agents worked on", []told{
			{0, stop("SIGTERM")}, {time.Hour, resumed(0)}, {time.Hour, orchestrator.IterationAdopted{}},
		}},
		{"nobody drove it for 2h00m: stopped by human from 2026-05-04 04:00:00 to 2026-05-04 06:00:00", []told{
			{time.Hour, stop("human")}, {time.Hour, orchestrator.SessionFinished{Outcome: plan.Interrupted, By: "human"}}, {3 * time.Hour, resumed(0)},
		}},
		{"nobody drove it for 3m02s: no host heard from 2026-05-04 03:10:00 to 2026-05-04 03:11:40; its host stood still from 2026-05-04 03:01:00 to 2026-05-04 03:02:22", []told{
			{142 * time.Second, stood(60*time.Second, 142*time.Second)}, {700 * time.Second, resumed(600 * time.Second)},
		}},
		{"nobody drove it for 2m44s: its host stood still 2 times, 2m44s in all, the last from 2026-05-04 03:03:20 to 2026-05-04 03:04:42", []told{
			{142 * time.Second, stood(60*time.Second, 142*time.Second)}, {282 * time.Second, stood(200*time.Second, 282*time.Second)},
		}},
		{"", []told{{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(time.Hour - 59*time.Second)}}},
	} {
		counted := tally{gone: map[iteration]bool{}}
		for _, e := range tt.events {
			counted.add(orchestrator.Event{Task: "a", Time: began.Add(e.after), Body: e.body})
		}
		if got := counted.undriven(began.AddDate(0, 0, 1)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// A question about a lost agent that a resume leaves open is told, because nobody asks it again.
func TestStillOpen(t *testing.T) {
	r := session.Record{ID: "01a20019-32b6-7ee5-a29e-1f8d42237db9", Tasks: map[string]*session.Task{"a": {
		Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: orchestrator.KindLost, Excerpt: "again?", Yes: "retry"},
	}}}
	r.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}}}}}
	var out bytes.Buffer
	p := plainProgress{s: console.Streams{Err: &out}, board: newBoard(r, plan.New(r.Workflow.Definition), time.Now())}
	p.show(orchestrator.Event{Body: orchestrator.SessionResumed{Lost: workflows.LostRetry}})
	if out.Len() != 0 {
		t.Errorf("of what is settled: %q", out.String())
	}
	p.show(orchestrator.Event{Body: orchestrator.SessionResumed{Lost: workflows.LostAsk}})
	want := "a: still waits for you: lost: again?\n           answer: rooda session resume 01a20019-32b6 --lost retry (or fail), or rooda approve 01a20019-32b6/a (retry, it alone)\n"
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
