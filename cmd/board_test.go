package cmd

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// TestElapsedEndsWithTheTask: a task that an interrupt ended has not taken as long as its slowest sibling, nor as
// long as its host was stopped; and what was cut short counts until it is begun again, as session show has it.
func TestElapsedEndsWithTheTask(t *testing.T) {
	begun := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	b := oneTask("work")
	at := func(seconds int, body orchestrator.Body) {
		b.apply(orchestrator.Event{Task: "work", Time: begun.Add(time.Duration(seconds) * time.Second), Body: body})
	}
	took := func(seconds int, want time.Duration) {
		t.Helper()
		if got := b.row("work").elapsed(begun.Add(time.Duration(seconds) * time.Second)); got != want {
			t.Errorf("in second %d: %s, want %s", seconds, got, want)
		}
	}
	at(0, orchestrator.TaskStatusChanged{To: plan.Running})
	at(0, orchestrator.IterationStarted{})
	at(3, orchestrator.IterationFinished{Outcome: string(plan.Interrupted), DurationMS: 3000})
	at(7, orchestrator.TaskStatusChanged{To: plan.Pending, Outcome: plan.Interrupted})
	took(7, 3*time.Second)
	at(8, orchestrator.TaskStatusChanged{To: plan.Running})
	at(8, orchestrator.IterationStarted{})
	took(9, time.Second)
	at(80, orchestrator.IterationFinished{Outcome: "continue", DurationMS: 2000}) // its host was stopped
	at(80, orchestrator.TaskStatusChanged{To: plan.Done})
	took(90, 2*time.Second)
}

// TestElapsedIsTheRecords: a view that begins with a record tells the times that session show makes of it, before the
// iteration that was cut short is begun again and after.
func TestElapsedIsTheRecords(t *testing.T) {
	begun := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	wf := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "work", MaxIterations: 5}}}}}
	task := session.Task{Status: session.Pending, Attempt: 1, Iteration: 2, LastIteration: &session.Iteration{
		Number: 2, Attempt: 1, Outcome: string(session.Interrupted), DurationMS: 5000,
	}}
	task.Stats.Total = 4 * time.Second
	record := session.Record{ID: "id", Workflow: session.Workflow{Definition: wf}, Tasks: map[string]*session.Task{"work": &task}}
	b := newBoard(record, plan.New(wf), begun)
	if got, want := b.row("work").elapsed(begun), 9*time.Second; got != want || total(&task) != want {
		t.Errorf("stopped: the view says %s, session show %s, want %s", got, total(&task), want)
	}
	task.Status, task.Attempt, task.IterationStartedAt = session.Running, 2, begun
	b = newBoard(record, plan.New(wf), begun)
	b.apply(orchestrator.Event{Task: "work", Time: begun, Body: orchestrator.IterationAdopted{Since: begun}})
	row := make([]string, 7)
	spent(row, &task, begun.Add(3*time.Second))
	if got := b.row("work").elapsed(begun.Add(3 * time.Second)); got != 7*time.Second || row[4] != "7.0s" || total(&task) != 4*time.Second {
		t.Errorf("at work again: the view says %s, session show %s, and %s were it lost", got, row[4], total(&task))
	}
}

// TestElapsedLeavesOutWhatWasLost: as the summary and session show do.
func TestElapsedLeavesOutWhatWasLost(t *testing.T) {
	begun := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	b := oneTask("work")
	at := func(seconds int, body orchestrator.Body) {
		b.apply(orchestrator.Event{Task: "work", Time: begun.Add(time.Duration(seconds) * time.Second), Body: body})
	}
	took := func(seconds int, want time.Duration) {
		t.Helper()
		if got := b.row("work").elapsed(begun.Add(time.Duration(seconds) * time.Second)); got != want {
			t.Errorf("in second %d: %s, want %s", seconds, got, want)
		}
	}
	at(0, orchestrator.TaskStatusChanged{To: plan.Running})
	at(0, orchestrator.IterationStarted{})
	at(2, orchestrator.IterationFinished{DurationMS: 2000})
	at(2, orchestrator.IterationStarted{})
	at(5, orchestrator.AgentLost{})
	took(6, 2*time.Second)
	at(7, orchestrator.IterationStarted{})
	took(10, 5*time.Second)
	at(11, orchestrator.AgentLost{})
	at(12, orchestrator.TaskStatusChanged{To: plan.Error})
	took(20, 2*time.Second)
}

// TestHeldRow: a task that waits for who is attached to leave says so, and only that one.
func TestHeldRow(t *testing.T) {
	b := oneTask("work")
	b.row("work").interactive = true
	p := &liveProgress{board: b}
	shows := func(want bool, bodies ...orchestrator.Body) {
		t.Helper()
		for _, body := range bodies {
			b.apply(orchestrator.Event{Task: "work", Time: b.begun, Body: body})
		}
		line := p.picture(b.begun, 140, 9)[1]
		if strings.Contains(line, "held: somebody who types is attached; rooda detach id/work --all lets it go on") != want {
			t.Errorf("%q", line)
		}
	}
	came, left := orchestrator.Visited{}, orchestrator.Visited{Left: true}
	looks, looked := orchestrator.Visited{ReadOnly: true}, orchestrator.Visited{ReadOnly: true, Left: true}
	typed := orchestrator.InputTyped{Via: "attach", Kind: "keys"}
	shows(false, orchestrator.TaskStatusChanged{To: plan.Running}, orchestrator.IterationStarted{}, looks, came)
	shows(false, orchestrator.InputTyped{})
	shows(true, typed)
	shows(true, looked, came, left)
	shows(false, orchestrator.TaskStatusChanged{To: plan.WaitingForUser})
	shows(true, orchestrator.TaskStatusChanged{To: plan.Running})
	shows(false, left)
	shows(true, came)
	shows(false, left, orchestrator.IterationStarted{}, came)
}

// TestPasteEndedShows: what rooda typed for somebody is said beside the picture, too.
func TestPasteEndedShows(t *testing.T) {
	var out bytes.Buffer
	p := &liveProgress{s: console.Streams{Err: &out, Width: func() int { return 80 }}, board: oneTask("work")}
	p.show(orchestrator.Event{Task: "work", Body: orchestrator.PasteEnded{Deed: orchestrator.Deed{By: "host"}}})
	if !strings.Contains(out.String(), "work: a paste that was left open was ended, of host") {
		t.Errorf("it shows %q", out.String())
	}
}

// TestTimesHaveRoom: no width lets what an agent says cut into a task's time.
func TestTimesHaveRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := oneTask("the-task-with-quite-a-long-name")
		r := b.row("the-task-with-quite-a-long-name")
		r.iterBegun, r.works, r.status, r.line = time.Now(), true, plan.Running, []byte("thinking about it")
		time.Sleep(12 * time.Second)
		for width := 40; width < 110; width++ {
			p := &liveProgress{board: b}
			line := console.Cut(p.picture(time.Now(), width, 9)[1], width-1)
			if !strings.Contains(line, " 12s") {
				t.Errorf("%d columns: %s", width, line)
			}
		}
	})
}

func oneTask(id string) *board {
	wf := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: id, MaxIterations: 5}}}}}
	return newBoard(session.Record{ID: "id", Workflow: session.Workflow{Definition: wf}}, plan.New(wf), time.Now())
}
