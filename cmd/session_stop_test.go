package cmd

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// What has just been tried in vain is no hint.
func TestStillRuns(t *testing.T) {
	record := session.Record{ID: "0198c1de-7c1a-7000-8000-000000000000", Host: session.Host{PID: 42}}
	for want, err := range map[string]error{
		"rooda session stop --kill 0198c1de-7c1a": stillRuns(record, false),
		"kill -9 42 ends its process":             stillRuns(record, true),
		"stop --kill 0198c1de-7c1a kills it":      asleep(record),
		"rooda session show 0198c1de-7c1a tells":  stopUnanswered(record),
	} {
		var h hinter
		if !errors.As(err, &h) || !strings.Contains(h.Hint(), want) {
			t.Errorf("%v, want a hint with %q", err, want)
		}
	}
}

// TestNobodyListensIsNoHang: a host whose socket is out of reach is not taken for one that does not answer, whenever
// the patience with that ends.
func TestNobodyListensIsNoHang(t *testing.T) {
	s := console.Streams{Environ: []string{"ROODA_STATE_HOME=" + shortHome(t)}, Out: io.Discard, Err: io.Discard}
	sessions, err := newSessions(s)
	if err != nil {
		t.Fatal(err)
	}
	definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "a"}}}}}
	host, err := sessions.Create(session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1,
		Tasks: map[string]*session.Task{"a": {Stage: "s", Status: session.Running}}})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	var asking sync.WaitGroup
	for range 30 {
		asking.Go(func() {
			if hung, err := askToStop(t.Context(), s, sessions, host.ID(), false); hung || err == nil || !strings.Contains(err.Error(), "is not its host") {
				t.Errorf("hung %t, %v; want that the recorded process is not the host", hung, err)
			}
		})
	}
	asking.Wait()
}
