package orchestrator

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/prompts"
	"rooda/session"
	"rooda/workflows"
)

// quick is a task whose agent is this test binary.
func quick(id string) workflows.Task {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return workflows.Task{
		ID: id, Prompt: "Do your part.", AICmd: self, Mode: workflows.Headless,
		MaxIterations: 3, FailureThreshold: 2, MaxOutputBuffer: 1 << 16, OnMaxIterations: workflows.Fail,
	}
}

func inStage(id string, tasks ...workflows.Task) workflows.Stage {
	return workflows.Stage{ID: id, Tasks: tasks}
}

func flow(stages ...workflows.Stage) *workflows.Workflow {
	return &workflows.Workflow{Name: "test", Goal: "A goal", Stages: stages}
}

// office is an orchestrator with a state folder of its own.
type office struct {
	*Orchestrator
	manager *session.SessionManager
	workdir string
}

func newOffice(t *testing.T) office {
	t.Helper()
	manager := session.NewManager(filepath.Join(t.TempDir(), "state"))
	o := New(Options{Sessions: manager, Adapters: adapters.NewRegistry(), Procedure: prompts.Lookup, Environ: []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin"}})
	return office{o, manager, t.TempDir()}
}

// start begins a session whose agents are played by the theatre.
func (o office) start(t *testing.T, wf *workflows.Workflow, th *theatre) *Run {
	t.Helper()
	run, err := o.Start(StartRequest{Workflow: wf, Workdir: o.workdir})
	if err != nil {
		t.Fatal(err)
	}
	return th.take(t, run)
}

func (o office) resume(t *testing.T, id string, th *theatre) *Run {
	t.Helper()
	run, err := o.Resume(id, "")
	if err != nil {
		t.Fatal(err)
	}
	return th.take(t, run)
}

func (o office) load(t *testing.T, id string) session.Record {
	t.Helper()
	record, err := o.manager.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

// journal returns the events that the session holds, checked for gaps.
func (o office) journal(t *testing.T, id string) []session.Event {
	t.Helper()
	var events []session.Event
	for e, err := range session.ReadEvents(o.manager.Dir(id), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Seq != uint64(len(events)+1) {
			t.Errorf("event %d of the journal has number %d", len(events)+1, e.Seq)
		}
		events = append(events, e)
	}
	return events
}

// drain reads a subscription to its end.
func drain(t *testing.T, s *Subscription) []Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var events []Event
	for {
		e, err := s.Next(ctx)
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
}
