package orchestrator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// TestSaveFails: agents work on when the disk does not, one warning tells of
// it, and so does the end.
func TestSaveFails(t *testing.T) {
	o := newOffice(t)
	th := &theatre{acts: map[string][]act{}}
	run := o.start(t, flow(inStage("one", quick("a")), inStage("two", quick("b"))), th)
	id := run.Record().ID
	var clear func()
	th.acts["a"] = []act{
		{says: "more", first: func(plan.Key) { clear = obstruct(t, o.manager.Dir(id)) }},
		{says: success},
	}
	viewer := run.Subscribe()
	outcome, err := run.Execute(t.Context(), t.Context())
	if outcome != plan.Success || err == nil || !strings.Contains(err.Error(), "save session "+id) {
		t.Errorf("Execute = %s, %v, want success and the failure to save", outcome, err)
	}
	events := drain(t, viewer)
	if warnings := warningsOf(events); len(warnings) != 1 || !strings.Contains(warnings[0], "save session") {
		t.Errorf("warnings %q, want one", warnings)
	}
	if last := events[len(events)-1]; last.Body != (SessionFinished{Outcome: plan.Success}) {
		t.Errorf("last event %+v, want the end", last)
	}

	// What was saved last is where a resume goes on.
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
	if diff := cmp.Diff([]plan.Key{{Task: "a", Attempt: 2}, {Task: "b", Attempt: 1}}, again.opened); diff != "" {
		t.Errorf("iterations after the resume (-want +got):\n%s", diff)
	}
	o.journal(t, id)
}

// TestSaveRecovers: a disk that comes back gets everything that it missed.
func TestSaveRecovers(t *testing.T) {
	o := newOffice(t)
	th := &theatre{acts: map[string][]act{}}
	wf := flow(inStage("one", quick("a")), inStage("two", quick("b")))
	run := o.start(t, wf, th)
	id := run.Record().ID
	var clear func()
	th.acts["a"] = []act{
		{says: "more", first: func(plan.Key) { clear = obstruct(t, o.manager.Dir(id)) }},
		{says: "more"},
		{says: success, first: func(plan.Key) { clear() }},
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
