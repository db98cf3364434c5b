package orchestrator

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// TestResumeKeepsItsHost: every checkpoint of a resumed session must name the
// process that drives it, or `session stop` signals a stranger.
func TestResumeKeepsItsHost(t *testing.T) {
	o := newOffice(t)
	wf := flow(inStage("s", quick("a")))
	first := o.start(t, wf, &theatre{})
	id := first.Record().ID
	began := first.Record().Host
	if began.PID != os.Getpid() || first.Record().Epoch != 1 {
		t.Errorf("first host %+v with epoch %d, want process %d with epoch 1", began, first.Record().Epoch, os.Getpid())
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	var during session.Record
	second := o.resume(t, id, &theatre{opening: func(string, plan.Key) { during = o.load(t, id) }})
	if _, err := second.Execute(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	for when, r := range map[string]session.Record{"while it runs": during, "at the end": o.load(t, id)} {
		if r.Epoch != 2 || !r.Host.StartedAt.After(began.StartedAt) {
			t.Errorf("%s: epoch %d, host since %s; want epoch 2, and a host since later than %s",
				when, r.Epoch, r.Host.StartedAt.Format(time.StampMicro), began.StartedAt.Format(time.StampMicro))
		}
	}
}

// TestOneHostAtATime: a session that runs is not taken up again, and one that
// was refused stays as it is.
func TestOneHostAtATime(t *testing.T) {
	o := newOffice(t)
	run := o.start(t, flow(inStage("s", quick("a"))), &theatre{})
	id := run.Record().ID
	if _, err := o.Resume(id, ""); !errors.Is(err, session.ErrRunning) {
		t.Errorf("Resume: %v, want it to see the other host", err)
	}
	if got := o.load(t, id).Epoch; got != 1 {
		t.Errorf("epoch %d after a refused resume, want 1", got)
	}
	if _, err := o.Resume("01a1fc17-1eae-7ed1-8a6d-eb3dca8844ff", ""); err == nil {
		t.Error("a session that is not there was resumed")
	}
}

// TestResumeOfADamagedRecord: the session is given up again, and untouched.
func TestResumeOfADamagedRecord(t *testing.T) {
	o := newOffice(t)
	run := o.start(t, flow(inStage("s", quick("a"))), &theatre{})
	id := run.Record().ID
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	path := put(t, filepath.Join(o.manager.Dir(id), "session.json"), "{", 0o600)
	if _, err := o.Resume(id, ""); err == nil {
		t.Error("half a record was resumed")
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "{" {
		t.Errorf("the record is now %q (%v)", data, err)
	}
	if running, err := o.manager.Running(id); err != nil || running {
		t.Errorf("running %t (%v) after a resume that failed", running, err)
	}
}

// TestStartTellsTheSession what it was asked to do.
func TestStartTellsTheSession(t *testing.T) {
	o := newOffice(t)
	o.opts.Self = quick("").AICmd
	wf := flow(inStage("s", quick("a")))
	tests := []struct {
		request         StartRequest
		goal, rehearsal string
	}{
		{StartRequest{Workflow: wf, Workdir: o.workdir, Source: "/w.yml", SHA256: "00"}, "A goal", ""},
		{StartRequest{Workflow: wf, Workdir: o.workdir, Goal: "Another"}, "Another", ""},
		{StartRequest{Workflow: wf, Workdir: o.workdir, Rehearse: true}, "A goal", "success"},
		{StartRequest{Workflow: wf, Workdir: o.workdir, Rehearse: true, Rehearsal: "a:crash"}, "A goal", "a:crash"},
	}
	for _, tt := range tests {
		run, err := o.Start(tt.request)
		if err != nil {
			t.Fatal(err)
		}
		r := o.load(t, run.Record().ID)
		if r.Goal != tt.goal || r.Rehearsal != tt.rehearsal || r.Workdir != o.workdir || r.Workflow.Source != tt.request.Source || r.Workflow.SHA256 != tt.request.SHA256 {
			t.Errorf("record of %+v: goal %q, rehearsal %q, in %s from %s", tt.request, r.Goal, r.Rehearsal, r.Workdir, r.Workflow.Source)
		}
		if a := r.Tasks["a"]; a.Status != session.Pending || a.MaxIterations != 3 || a.Stage != "s" {
			t.Errorf("task a begins as %+v", a)
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}
}
