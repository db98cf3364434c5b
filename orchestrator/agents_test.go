package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"rooda/session"
	"rooda/workflows"
)

// mutes listens in the place of shims that are gone, says nothing, and cancels as soon as so many
// wait for its word at the same time.
func mutes(t *testing.T, socket string, n int, cancel func()) {
	t.Helper()
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	waiting := 0
	count := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		if waiting += by; waiting == n {
			cancel()
		}
	}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			work.Go(func() {
				defer conn.Close()
				p := make([]byte, 4096)
				if _, err := conn.Read(p); err != nil {
					return // it only looked whether somebody listens
				}
				count(1)
				_, _ = conn.Read(p) // the end
				count(-1)
			})
		}
	})
	t.Cleanup(func() { l.Close(); work.Wait() })
}

// What has become of the agents of a session is asked of all at once, and not longer than wanted;
// one of which it cannot be told counts as alive.
func TestAgentsAreLookedAtTogether(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "agents") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	const n = 4
	mutes(t, socket, n, cancel)
	stage := workflows.Stage{ID: "s"}
	record := session.Record{Tasks: map[string]*session.Task{}}
	for i := range n {
		id := fmt.Sprint("t", i)
		stage.Tasks = append(stage.Tasks, workflows.Task{ID: id})
		record.Tasks[id] = &session.Task{Status: session.Running, Attempt: 1}
		gone := filepath.Join(session.IterationDir(dir, id, 0, 1), "shim.json")
		if err := os.MkdirAll(filepath.Dir(gone), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(gone, fmt.Appendf(nil, `{"api":1,"process":{"pid":1,"started":"0","boot":"gone"},"socket":%q}`, socket), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	record.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{stage}}
	agents := Agents(ctx, record, dir)
	if len(agents) != n || !Alive(agents) {
		t.Fatalf("%d agents: %+v", len(agents), agents)
	}
	for i, a := range agents {
		if a.Task != fmt.Sprint("t", i) || !a.Alive() || a.Err == nil || !errors.Is(a.Err, context.Canceled) {
			t.Errorf("%+v: %v", a, a.Err)
		}
	}
}
