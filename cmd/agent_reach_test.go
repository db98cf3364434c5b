package cmd

import (
	"errors"
	"testing"

	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// An agent that its host is about to start has not been started yet; without a host it never was.
func TestBeforeItsStart(t *testing.T) {
	sessions := session.NewManager(t.TempDir())
	definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "t"}}}}}
	host, err := sessions.Create(session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1, Tasks: map[string]*session.Task{
		"t": {Stage: "s", Status: session.Running, Attempt: 1},
	}})
	if err != nil {
		t.Fatal(err)
	}
	a := agent{id: host.ID(), task: "t", record: host.Record(), dir: t.TempDir(), sessions: sessions}
	if got, want := a.unreachable(shim.ErrNeverStarted).Error(), a.String()+" has not been started yet"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for mode, want := range map[workflows.Mode]string{workflows.Headless: "text:.", workflows.Interactive: "waiting"} {
		definition.Stages[0].Tasks[0].Mode = mode
		var h hinter
		if want := "rooda wait " + a.String() + " --for " + want; !errors.As(a.notYet(), &h) || h.Hint() != want {
			t.Errorf("%s: hint %v, want %q", mode, h, want)
		}
	}
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := a.unreachable(shim.ErrNeverStarted).Error(), a.String()+": agent was never started"; got != want {
		t.Errorf("without a host %q, want %q", got, want)
	}
}
