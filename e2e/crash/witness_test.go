package crash

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rooda/session"
)

// witness remembers what was on disk, so that nothing can be taken back.
type witness struct {
	hosts   []int // process ids, in order of their start
	record  session.Record
	journal []byte
}

// killed looks at the session right after its host was killed.
func (w *witness) killed(t *testing.T, h *home, sum *totals) {
	t.Helper()
	id := h.session()
	if id == "" {
		sum.before.Add(1)
		if w.record.ID != "" {
			t.Fatalf("session %s is gone", w.record.ID)
		}
		return
	}
	record := w.load(t, h, id)
	if record.Outcome == session.Success {
		sum.after.Add(1)
	}
	if n := len(record.Outbox); n > 0 && record.Outbox[n-1].Seq > lastSeq(t, h, id) {
		sum.between.Add(1)
	}
	want := []string{"lost", "detached"}
	if record.Outcome != "" {
		want = []string{string(record.Outcome)}
	}
	checkShown(t, h, id, want)
	w.keepJournal(t, h, id)
}

// checkShown waits for a session to be shown in one of states: a child that the host
// was just starting shares the host's lock until its program is executed.
func checkShown(t *testing.T, h *home, id string, states []string) {
	t.Helper()
	var shown struct{ ID, State string }
	for began := time.Now(); time.Since(began) < lifetime; time.Sleep(10 * time.Millisecond) {
		if err := json.Unmarshal(h.ask("session", "show", id, "--json"), &shown); err != nil {
			t.Errorf("session show --json: %v", err)
			return
		}
		if shown.ID == id && slices.Contains(states, shown.State) {
			return
		}
	}
	t.Errorf("session show: %+v, want session %s to be %v", shown, id, states)
}

// load reads the record, which must be whole and may only have moved on.
func (w *witness) load(t *testing.T, h *home, id string) session.Record {
	t.Helper()
	record, err := h.manager.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(w.hosts, record.Host.PID) {
		t.Errorf("the record names process %d as its host; the hosts were %v", record.Host.PID, w.hosts)
	}
	if record.Epoch < w.record.Epoch || record.LastSeq < w.record.LastSeq || record.CurrentStageIndex < w.record.CurrentStageIndex {
		t.Errorf("epoch, last event and stage went from %d, %d, %d back to %d, %d, %d",
			w.record.Epoch, w.record.LastSeq, w.record.CurrentStageIndex, record.Epoch, record.LastSeq, record.CurrentStageIndex)
	}
	for name, task := range record.Tasks {
		if task.Iteration > budget || task.Stats.Count > budget {
			t.Errorf("task %s is at iteration %d after %d, with a budget of %d", name, task.Iteration, task.Stats.Count, budget)
		}
		before := w.record.Tasks[name]
		if before == nil {
			continue
		}
		if before.Status == session.Done && task.Status != session.Done || task.Attempt < before.Attempt || task.Iteration < before.Iteration {
			t.Errorf("task %s went back from %+v to %+v", name, *before, *task)
		}
	}
	w.record = record
	return record
}

// keepJournal checks that the journal has only grown: what was once written
// is never changed. Part of a line may be cut off.
func (w *witness) keepJournal(t *testing.T, h *home, id string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.manager.Dir(id), session.EventsFile))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(data, w.journal) {
		t.Errorf("the journal was rewritten; it began\n%s\nand now it is\n%s", w.journal, data)
	}
	w.journal = data[:bytes.LastIndexByte(data, '\n')+1]
}

func lastSeq(t *testing.T, h *home, id string) uint64 {
	t.Helper()
	var last uint64
	for event, err := range session.ReadEvents(h.manager.Dir(id), 0) {
		if err != nil {
			t.Fatal(err)
		}
		last = event.Seq
	}
	return last
}
