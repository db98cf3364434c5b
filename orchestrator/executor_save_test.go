package orchestrator

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// obstruct keeps the session's record from being replaced, for root too: a
// folder stands in its place.
func obstruct(t *testing.T, dir string) (clear func()) {
	t.Helper()
	path := filepath.Join(dir, "session.json")
	if err := os.Rename(path, path+".kept"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
		if err := os.Rename(path+".kept", path); err != nil {
			t.Error(err)
		}
	}
}

func warningsOf(events []Event) []string {
	var texts []string
	for _, e := range events {
		if w, ok := e.Body.(Warning); ok {
			texts = append(texts, w.Message)
		}
	}
	return texts
}

// TestSaveFails: nothing is started that no checkpoint speaks of. The agents
// at work go on; when the disk stays as it is, the run stops, and a resume
// goes on from what was saved last.
func TestSaveFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		th := &theatre{acts: map[string][]act{}}
		run := o.start(t, flow(inStage("one", quick("a"), quick("slow")), inStage("two", quick("b"))), th)
		id := run.Record().ID
		var clear func()
		th.acts["a"] = []act{{says: success, first: func(plan.Key) { clear = obstruct(t, o.manager.Dir(id)) }}}
		th.acts["slow"] = []act{{says: success, takes: saveLimit / 2}}
		viewer := run.Subscribe()
		began := time.Now()
		outcome, err := run.Execute(t.Context(), t.Context())
		if outcome != plan.Interrupted || err == nil || !strings.Contains(err.Error(), "save session "+id) {
			t.Errorf("Execute = %s, %v, want interrupted and the failure to save", outcome, err)
		}
		if took := time.Since(began); took < saveLimit || took > saveLimit+2*longestWait {
			t.Errorf("gave up after %s", took)
		}
		if diff := cmp.Diff([]plan.Key{{Task: "a", Attempt: 1}, {Task: "slow", Attempt: 1}}, byTask(th.opened)); diff != "" {
			t.Errorf("iterations without a checkpoint (-want +got):\n%s", diff)
		}
		events := drain(t, viewer)
		if warnings := warningsOf(events); len(warnings) != 2 || !strings.Contains(warnings[0], "save session") || !strings.Contains(warnings[1], "stopping") {
			t.Errorf("warnings %q, want one at the start and one at the end", warnings)
		}
		end := SessionFinished{Outcome: plan.Interrupted, By: "host", Reason: "the session could not be saved for 1m0s (file exists)"}
		if last := events[len(events)-1]; last.Body != end {
			t.Errorf("last event %+v, want the end", last)
		}

		clear()
		if a := o.load(t, id).Tasks["a"]; a.Status != session.Running || a.Iteration != 0 {
			t.Errorf("the record on disk has task a %s at %d", a.Status, a.Iteration)
		}
		if err := run.Close(); err != nil {
			t.Fatal(err)
		}
		again := &theatre{}
		if outcome, err := o.resume(t, id, again).Execute(t.Context(), t.Context()); outcome != plan.Success || err != nil {
			t.Errorf("Execute = %s, %v after the resume", outcome, err)
		}
		if diff := cmp.Diff([]plan.Key{{Task: "a", Attempt: 2}, {Task: "b", Attempt: 1}, {Task: "slow", Attempt: 2}}, byTask(again.opened)); diff != "" {
			t.Errorf("iterations after the resume (-want +got):\n%s", diff)
		}
		o.journal(t, id)
	})
}

func byTask(keys []plan.Key) []plan.Key {
	slices.SortFunc(keys, func(a, b plan.Key) int { return strings.Compare(a.Task, b.Task) })
	return keys
}

// TestSaveHolds: a start that waits for its checkpoint is made when the disk
// comes back, and dropped when the run is interrupted before.
func TestSaveHolds(t *testing.T) {
	for _, comesBack := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			o := newOffice(t)
			th := &theatre{acts: map[string][]act{}}
			run := o.start(t, flow(inStage("one", quick("a")), inStage("two", quick("b"))), th)
			var clear func()
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			th.acts["a"] = []act{{says: success, first: func(plan.Key) {
				clear = obstruct(t, o.manager.Dir(run.Record().ID))
				next := interrupt
				if comesBack {
					next = clear
				}
				time.AfterFunc(saveLimit/2, next)
			}}}
			began := time.Now()
			outcome, err := run.Execute(ctx, t.Context())
			if comesBack && (outcome != plan.Success || err != nil || len(th.opened) != 2) {
				t.Errorf("Execute = %s, %v with %d iterations, want success with 2", outcome, err, len(th.opened))
			}
			if !comesBack && (outcome != plan.Interrupted || err == nil || len(th.opened) != 1) {
				t.Errorf("Execute = %s, %v with %d iterations, want interrupted with 1", outcome, err, len(th.opened))
			}
			if took := time.Since(began); took < saveLimit/2 || took > saveLimit/2+2*longestWait {
				t.Errorf("took %s", took)
			}
			if !comesBack {
				clear()
			}
		})
	}
}

// TestSaveRecovers: a disk that comes back gets everything that it missed.
func TestSaveRecovers(t *testing.T) {
	o := newOffice(t)
	th := &theatre{acts: map[string][]act{}}
	wf := flow(inStage("one", quick("a")), inStage("two", quick("b")))
	run := o.start(t, wf, th)
	id := run.Record().ID
	th.acts["a"] = []act{
		{says: "more", takes: 2 * firstWait, first: func(plan.Key) { time.AfterFunc(4*firstWait, obstruct(t, o.manager.Dir(id))) }},
		{says: "more"},
		{says: success},
	}
	viewer := run.Subscribe()
	if outcome, err := run.Execute(t.Context(), t.Context()); outcome != plan.Success || err != nil {
		t.Errorf("Execute = %s, %v, want success: the last checkpoint was written", outcome, err)
	}
	told := 0
	for _, e := range drain(t, viewer) {
		if e.Seq > 0 {
			told++
		}
	}
	if journal := o.journal(t, id); len(journal) != told {
		t.Errorf("%d events in the journal, %d were told", len(journal), told)
	}
	if a := o.load(t, id).Tasks["a"]; a.Status != session.Done || a.Stats.Count != 3 {
		t.Errorf("task a: %+v", a)
	}
}

// TestFolderCannotBeMade: an iteration without a place for its output is not started.
func TestFolderCannotBeMade(t *testing.T) {
	o := newOffice(t)
	th := &theatre{}
	run := o.start(t, flow(inStage("s", quick("a"))), th)
	id := run.Record().ID
	put(t, filepath.Join(o.manager.Dir(id), "tasks"), "in the way", 0o600)
	outcome, err := run.Execute(t.Context(), t.Context())
	if outcome != plan.Aborted || err != nil || len(th.opened) > 0 {
		t.Errorf("Execute = %s, %v with %d agents, want aborted without any", outcome, err, len(th.opened))
	}
	if a := o.load(t, id).Tasks["a"]; !strings.Contains(a.Reason, "make iteration folder") {
		t.Errorf("reason %q", a.Reason)
	}
}
