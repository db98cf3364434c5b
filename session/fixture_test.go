package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/session"
	"rooda/workflows"
)

// fixture is a record that uses most of the format.
func fixture() session.Record {
	definition := &workflows.Workflow{
		Name: "plan-then-build", Goal: "Ship it",
		Stages: []workflows.Stage{
			{ID: "plan", Tasks: []workflows.Task{{ID: "plan", Procedure: "draft-plan-impl-feat", Adapter: "claude", Mode: workflows.Headless, MaxIterations: 3}}},
			{ID: "build", Tasks: []workflows.Task{{ID: "code", Prompt: "Build.", AICmd: "agent -p", Mode: workflows.Headless, Env: map[string]string{"TOKEN": "${TOKEN}"}}}},
		},
	}
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	return session.Record{
		Workflow: session.Workflow{Name: "plan-then-build", Source: "/src/plan-then-build.yml", SHA256: "00", Definition: definition},
		Goal:     "Ship it", Workdir: "/src", CreatedAt: at, CurrentStageIndex: 1, Epoch: 1,
		Tasks: map[string]*session.Task{
			"plan": {
				Stage: "plan", Status: session.Done, Outcome: session.Success, Attempt: 1, Iteration: 2, MaxIterations: 3, StartedAt: at, EndedAt: at.Add(time.Minute),
				LastIteration: &session.Iteration{Number: 1, Attempt: 1, EndedBy: "exit", Promise: "SUCCESS", Outcome: "success", DurationMS: 45200, ExitCode: new(0), Bytes: new(int64(12))},
				Stats:         session.Stats{Count: 2, Total: 90 * time.Second, Min: 40 * time.Second, Max: 50 * time.Second, M2: 0.5},
			},
			"code": {Stage: "build", Status: session.WaitingForUser, Attempt: 1, Interaction: &session.Interaction{Kind: "permission", Excerpt: "Proceed?", Since: at}},
		},
	}
}

func create(t *testing.T, manager *session.SessionManager, record session.Record) *session.Handle {
	t.Helper()
	handle, err := manager.Create(record)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = handle.Close() })
	return handle
}

// closed makes a session that no host drives and returns its id.
func closed(t *testing.T, manager *session.SessionManager, record session.Record) string {
	t.Helper()
	handle := create(t, manager, record)
	if err := handle.Close(); err != nil {
		t.Fatal(err)
	}
	return handle.ID()
}

func reopen(t *testing.T, manager *session.SessionManager, id string) *session.Handle {
	t.Helper()
	handle, err := manager.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = handle.Close() })
	return handle
}

func events(from, to uint64) []session.Event {
	var out []session.Event
	for seq := from; seq <= to; seq++ {
		out = append(out, session.Event{Seq: seq, Time: time.Unix(int64(seq), 0).UTC(), Type: "test", Task: "code", Data: []byte(`{"n":1}`)})
	}
	return out
}

func journaled(t *testing.T, dir string, after uint64) []session.Event {
	t.Helper()
	var out []session.Event
	for event, err := range session.ReadEvents(dir, after) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, event)
	}
	return out
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
