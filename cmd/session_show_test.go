package cmd

import (
	"bytes"
	"testing"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
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
		{session.Task{Status: session.Pending, Outcome: session.Interrupted, Iteration: 1, MaxIterations: 5, LastIteration: &session.Iteration{Number: 1, Outcome: "interrupted"}}, "2/5"},
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

// What has come to no end says how it goes on.
func TestWayOn(t *testing.T) {
	record := session.Record{ID: "0198c1de-7c1a-7000-8000-000000000000"}
	for state, want := range map[string]string{
		"aborted":     "rooda session resume 0198c1de-7c1a tries again what has failed",
		"interrupted": "rooda session resume 0198c1de-7c1a",
		"success":     "",
	} {
		if got := wayOn(presence{record: record, state: state}); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}

// A narrow list has the time of today, and else the day.
func TestListedTime(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.Local)
	for width, want := range map[int][2]string{60: {"11:00", "05-03"}, 80: {"05-04 11:00", "05-03 11:00"}, 120: {"2026-05-04 11:00", "2026-05-03 11:00"}} {
		fit, at := fitList(width), now.Add(-time.Hour)
		if got := [2]string{fit.time(at, now), fit.time(at.AddDate(0, 0, -1), now)}; got != want {
			t.Errorf("at %d columns %q, want %q", width, got, want)
		}
	}
}

// What goes on only over a host that hangs is given so.
func TestHungIsTakenOver(t *testing.T) {
	p := presence{state: stateHung, found: map[string]found{}, record: session.Record{ID: "0198c1de-7c1a-7000-8000-000000000000"}}
	if got, want := p.answer("a", session.Interaction{Kind: orchestrator.KindLost, Yes: "retry"}), "rooda session resume 0198c1de-7c1a --take-over --lost retry (or fail)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := p.addressed("a", "end it with rooda complete"), "end it with rooda session resume 0198c1de-7c1a --take-over and then rooda complete 0198c1de-7c1a/a"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A time of another day has its date, with seconds as without.
func TestTimeOfAnotherDay(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.Local)
	for at, want := range map[time.Time]string{
		now.Add(-time.Hour):        "11:00:00",
		now.AddDate(0, 0, -1):      "2026-05-03 12:00:00",
		now.Add(-12 * time.Hour):   "00:00:00",
		now.Add(-12*time.Hour - 1): "2026-05-03 23:59:59",
	} {
		if got := dayClock(at, now); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
	var out bytes.Buffer
	p := plainProgress{s: console.Streams{Err: &out}, board: &board{begun: now.AddDate(0, 0, -1)}}
	p.show(orchestrator.Event{Time: now, Body: orchestrator.Warning{Message: "x"}})
	if got, want := out.String(), "[2026-05-04 12:00:00] warning: x\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLostIsNoTime: what was lost does not count while its task waits for a word on it.
func TestLostIsNoTime(t *testing.T) {
	row := make([]string, 7)
	task := &session.Task{
		Status: session.WaitingForUser, Attempt: 1, IterationStartedAt: time.Now().Add(-time.Hour),
		Interaction: &session.Interaction{Kind: orchestrator.KindLost},
	}
	underWay(row, task, time.Time{})
	if row[1] != foundWaiting || row[4] != "" {
		t.Errorf("it shows %q", row)
	}
}
