package cmd

import (
	"bytes"
	"testing"
	"time"

	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// Each event is told, in the view's words where it has some.
func TestChronicle(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 12, 0, 0, time.Local)
	b := &board{rows: []row{{task: "a", max: 3}}}
	for _, tt := range []struct {
		body orchestrator.Body
		want string
	}{
		{orchestrator.SessionResumed{Epoch: 11, PID: 7, By: "human", How: orchestrator.ActResume}, "process 7 drives the session from here on, the 11th to do so: resumed by human"},
		{orchestrator.SessionResumed{Epoch: 2, PID: 7, By: "human", How: orchestrator.ActHandOver, Lost: "ask"}, "process 7 drives the session from here on, the 2nd to do so: it was handed over, lost agents: ask"},
		{orchestrator.StageStarted{Index: 9}, "stage s"}, // of a workflow that was replaced
		{orchestrator.IterationFinished{Outcome: "failure", ExitCode: new(int), DurationMS: 6000, Failures: 1, Threshold: 3, EndedAt: at.Add(-time.Hour)},
			"a: iteration 1/3 failed after 6.0s (failure 1 of 3 in a row), ended at 02:12 while nobody drove it"},
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
		if got := (chronicle{b}).line(e); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if e := (orchestrator.Event{Time: at, Body: orchestrator.Visited{Deed: orchestrator.Deed{At: at.Add(-time.Hour)}}}); !happened(e).Equal(at.Add(-time.Hour)) {
		t.Errorf("what a host heard late happened at %v", happened(e))
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
	if got, want := counted.String(), "2 agents lost and started again · resumed once · 2 answers by people, 1 by policy · 1 call because an agent was stuck"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of a host that was gone for long is told when it was last heard, and of no other; the time without one is counted
// whether it was gone or had been stopped.
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
	for _, tt := range []struct {
		want     string
		undriven time.Duration
		events   []told
	}{
		{"no host heard from 2026-05-04 03:12:44 to 2026-05-04 07:30:02; agents worked on", 4*time.Hour + 17*time.Minute + 18*time.Second, []told{
			{0, orchestrator.IterationStarted{}}, {4*time.Hour + 30*time.Minute + 2*time.Second, resumed(12*time.Minute + 44*time.Second)}, {5 * time.Hour, orchestrator.IterationAdopted{}},
		}},
		{"no host heard from 2026-05-04 03:00:00 to 2026-05-04 04:00:00", time.Hour, []told{ // by an earlier rooda
			{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(0)}, {time.Hour, orchestrator.IterationStarted{}},
		}},
		{"no host heard 2 times, 3h00m in all, the last from 2026-05-04 05:00:00 to 2026-05-04 07:00:00", 3 * time.Hour, []told{
			{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(0)}, {time.Hour, resumed(time.Hour)}, {4 * time.Hour, resumed(2 * time.Hour)},
		}},
		{"", time.Hour, []told{{0, orchestrator.SessionFinished{Outcome: plan.Interrupted}}, {time.Hour, resumed(0)}}},
		{"", 0, []told{{0, orchestrator.IterationStarted{}}, {time.Hour, resumed(time.Hour - 59*time.Second)}}},
	} {
		counted := tally{gone: map[iteration]bool{}}
		for _, e := range tt.events {
			counted.add(orchestrator.Event{Task: "a", Time: began.Add(e.after), Body: e.body})
		}
		if got := counted.missing(began.AddDate(0, 0, 1)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
		if got := counted.undriven(); got != tt.undriven {
			t.Errorf("%s: nobody drove it for %s, want %s", tt.want, got, tt.undriven)
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
	p := plainProgress{s: Streams{Err: &out}, board: newBoard(r, plan.New(r.Workflow.Definition), time.Now())}
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
