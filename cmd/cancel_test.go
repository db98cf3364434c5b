package cmd

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// TestCancelTellsWhetherTheAgentEnded, in JSON as well.
func TestCancelTellsWhetherTheAgentEnded(t *testing.T) {
	var out strings.Builder
	s := console.Streams{Environ: []string{"ROODA_STATE_HOME=" + t.TempDir()}, Out: &out, Err: io.Discard}
	sessions, err := newSessions(s)
	if err != nil {
		t.Fatal(err)
	}
	definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}, {ID: "b"}}}}}
	host, err := sessions.Create(session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1, Tasks: map[string]*session.Task{
		"a": {Stage: "s", Status: session.Running, Cancelled: true}, "b": {Stage: "s", Status: session.Error, Cancelled: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	d := deed{"cancel", "cancelled", func(*api.Client, context.Context, string) error { return nil }}
	for task, want := range map[string]string{"a": "cancelling", "b": "cancelled"} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		target := agent{sessions: sessions, id: host.ID(), task: task, record: host.Record()}
		done, err := d.cancel(ctx, s, nil, target)
		cancel()
		if err != nil || done != want {
			t.Errorf("%s: %q, %v; want %s", task, done, err, want)
		}
		out.Reset()
		if err := d.printDone(s, target, done, nil); err != nil {
			t.Fatal(err)
		}
		var told struct{ Action, Result string }
		if err := json.Unmarshal([]byte(out.String()), &told); err != nil || told.Action != "cancel" || told.Result != want {
			t.Errorf("%s: %s", task, out.String())
		}
	}
}
