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

// TestElapsedEndsWithTheTask: a task that an interrupt ended has not taken as
// long as its slowest sibling, and its clock goes on when it does.
func TestElapsedEndsWithTheTask(t *testing.T) {
	begun := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	b := oneTask("work")
	at := func(seconds int, body orchestrator.Body) {
		b.apply(orchestrator.Event{Task: "work", Time: begun.Add(time.Duration(seconds) * time.Second), Body: body})
	}
	at(0, orchestrator.TaskStatusChanged{To: plan.Running})
	at(0, orchestrator.IterationStarted{})
	at(3, orchestrator.IterationFinished{Outcome: string(plan.Interrupted)})
	at(7, orchestrator.TaskStatusChanged{To: plan.Pending, Outcome: plan.Interrupted})
	if got := b.row("work").elapsed(begun.Add(7 * time.Second)); got != 3*time.Second {
		t.Errorf("stopped after 3 s: %s", got)
	}
	at(8, orchestrator.IterationStarted{})
	if got := b.row("work").elapsed(begun.Add(9 * time.Second)); got != 9*time.Second {
		t.Errorf("at work again in second 9: %s", got)
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
	at(2, orchestrator.IterationFinished{})
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
		r.begun, r.status, r.line = time.Now(), plan.Running, []byte("thinking about it")
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
