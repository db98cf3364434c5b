package crash

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rooda/pty/shim"
	"rooda/session"
)

// settledTen holds the end of the session against what was to be done: each
// task once, by one agent that was seen to its end and whose whole output was
// kept as it wrote it down itself.
func settledTen(t *testing.T, h *home) {
	t.Helper()
	record, err := h.manager.Load(h.session())
	if err != nil {
		t.Fatal(err)
	}
	if record.Outcome != session.Success {
		t.Errorf("outcome %q, want success", record.Outcome)
	}
	dirs, err := filepath.Glob(filepath.Join(h.manager.Dir(record.ID), "tasks", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	ended, logs := map[string]int{}, map[string][]byte{}
	for _, dir := range dirs {
		switch state, err := shim.Probe(t.Context(), dir); {
		case err != nil:
			t.Error(err)
		case state == shim.Finished:
			id := filepath.Base(filepath.Dir(dir))
			ended[id]++
			if logs[id], err = os.ReadFile(filepath.Join(dir, session.OutputLog)); err != nil {
				t.Error(err)
			}
		case state != shim.Never:
			t.Errorf("the agent of %s is %s", dir, state)
		}
	}
	finished := map[string]int{}
	for event, err := range session.ReadEvents(h.manager.Dir(record.ID), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Type == "iteration_finished" {
			finished[event.Task]++
		}
	}
	own := h.ownCopies()
	for n := range agents {
		id := fmt.Sprintf("t%d", n)
		if copies := own[id]; len(copies) != 1 {
			t.Errorf("task %s: %d processes were its agent, want one", id, len(copies))
		} else if !bytes.Equal(copies[0], logs[id]) {
			t.Errorf("task %s: its agent wrote %d bytes, and %d others were kept", id, len(copies[0]), len(logs[id]))
		} else if read := record.Tasks[id].LastIteration.Bytes; read == nil || int(*read) != len(copies[0]) {
			t.Errorf("task %s: its agent wrote %d bytes, and its host has read %+v", id, len(copies[0]), record.Tasks[id].LastIteration)
		}
		if task := record.Tasks[id]; task.Status != session.Done || ended[id] != 1 || finished[id] != 1 {
			t.Errorf("task %s: %s, %d agents ended, %d ends counted; want DONE and one of each", id, task.Status, ended[id], finished[id])
		}
	}
}
