package cmd

import (
	"io"
	"testing"
	"time"

	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// Who names a session alone goes to the one of it that has waited longest, also when others run.
func TestFindWaiting(t *testing.T) {
	s := console.Streams{Environ: []string{"ROODA_STATE_HOME=" + t.TempDir()}, Out: io.Discard, Err: io.Discard}
	sessions, err := newSessions(s)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	asks := func(after time.Duration) *session.Task {
		return &session.Task{Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: "question", Since: begun.Add(after)}}
	}
	cancelled := asks(0)
	cancelled.Cancelled = true
	for name, tt := range map[string]struct {
		tasks map[string]*session.Task
		want  string
	}{
		"two wait":         {map[string]*session.Task{"a": {Status: session.Running}, "b": asks(time.Minute), "c": asks(0)}, "c"},
		"one waits":        {map[string]*session.Task{"a": {Status: session.Running}, "b": asks(0), "c": {Status: session.Running}}, "b"},
		"one is cancelled": {map[string]*session.Task{"a": cancelled, "b": asks(time.Minute), "c": asks(0)}, "c"},
		"one runs":         {map[string]*session.Task{"a": {Status: session.Done}, "b": {Status: session.Running}, "c": {Status: session.Done}}, "b"},
		"nobody asks":      {map[string]*session.Task{"a": {Status: session.Running}, "b": {Status: session.Running}, "c": {Status: session.Done}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, task := range tt.tasks {
				task.Stage = "s"
			}
			definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}, {ID: "b"}, {ID: "c"}}}}}
			host, err := sessions.Create(session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1, Tasks: tt.tasks})
			if err != nil {
				t.Fatal(err)
			}
			defer host.Close()
			found, err := findWaiting(s, host.ID())
			if found.task != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("%q, %v; want %q", found.task, err, tt.want)
			}
		})
	}
}
