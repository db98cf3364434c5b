package crash

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"rooda/pty/shim"
	"rooda/session"
)

// settled looks at a session that has run to its end.
func (w *witness) settled(t *testing.T, h *home) {
	t.Helper()
	id := h.session()
	if id == "" {
		t.Fatal("there is no session")
	}
	record := w.load(t, h, id)
	w.keepJournal(t, h, id)
	if record.Outcome != session.Success {
		t.Errorf("outcome %q, want success", record.Outcome)
	}
	if last := w.hosts[len(w.hosts)-1]; record.Host.PID != last {
		t.Errorf("the record names process %d as its host, want the last one, %d", record.Host.PID, last)
	}
	for _, p := range parts() {
		task := record.Tasks[p.id]
		if task.Status != session.Done || task.Outcome != session.Success || task.Iteration != p.iterations || task.Stats.Count != p.iterations {
			t.Errorf("task %s: %+v, want DONE after %d iterations", p.id, *task, p.iterations)
		}
	}
	checkJournal(t, h, record)
	checkAgents(t, h, record)
	h.ask("session", "prune") // a host that was killed in creating a session leaves its folder
	for _, dir := range []string{h.state, h.dir, h.tmp} {
		checkLeftOvers(t, dir)
	}
}

// checkAgents holds the folders of the iterations against the journal: every
// agent that was started has its end on record, and each end was counted once.
func checkAgents(t *testing.T, h *home, record session.Record) {
	t.Helper()
	ended := 0
	dirs, err := filepath.Glob(filepath.Join(h.manager.Dir(record.ID), "tasks", "*", "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no iterations: %v", err)
	}
	for _, dir := range dirs {
		state, err := shim.Probe(t.Context(), dir)
		switch {
		case err != nil:
			t.Error(err)
		case state == shim.Finished:
			ended++
		case state != shim.Never:
			t.Errorf("the agent of %s is %s", dir, state)
		}
	}
	want := 0
	for _, p := range parts() {
		want += p.iterations
	}
	if ended != want {
		t.Errorf("%d agents were seen to their end, want %d: one for each iteration", ended, want)
	}
}

// adoptions counts the agents that a host took over from another.
func adoptions(t *testing.T, h *home) int {
	t.Helper()
	n := 0
	for event, err := range session.ReadEvents(h.manager.Dir(h.session()), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Type == "iteration_adopted" {
			n++
		}
	}
	return n
}

// checkLeftOvers finds temporary files: all of ours begin with a dot.
func checkLeftOvers(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if strings.HasPrefix(entry.Name(), ".") || dir != filepath.Dir(path) && strings.HasSuffix(dir, "tmp") && path != dir {
			t.Errorf("left over: %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// checkJournal replays the events: numbered without gaps, every change from
// where the last one led, every iteration counted once and in its turn, no
// stage ahead of the one before.
func checkJournal(t *testing.T, h *home, record session.Record) {
	t.Helper()
	r := replay{t: t, status: map[string]session.Status{}, started: map[key]bool{}, counted: map[string]int{}, done: map[string]int{}}
	for _, p := range parts() {
		r.status[p.id] = session.Pending
	}
	for event, err := range session.ReadEvents(h.manager.Dir(record.ID), 0) {
		if err != nil {
			t.Fatal(err)
		}
		r.take(event)
	}
	if r.seq != record.LastSeq || r.last != "session_finished" {
		t.Errorf("the journal ends with event %d, %s; want %d, session_finished", r.seq, r.last, record.LastSeq)
	}
	for _, p := range parts() {
		if r.done[p.id] != 1 || r.counted[p.id] != p.iterations {
			t.Errorf("task %s became DONE %d times, after %d iterations; want once, after %d", p.id, r.done[p.id], r.counted[p.id], p.iterations)
		}
	}
}

type key struct {
	task               string
	attempt, iteration int
}

type replay struct {
	t       *testing.T
	seq     uint64
	last    string // type
	status  map[string]session.Status
	started map[key]bool
	counted map[string]int // iterations finished
	done    map[string]int // changes to DONE
}

func (r *replay) take(e session.Event) {
	r.t.Helper()
	if e.Seq != r.seq+1 {
		r.t.Errorf("event %d follows event %d", e.Seq, r.seq)
	}
	r.seq, r.last = e.Seq, e.Type
	var data struct {
		From, To session.Status
		Outcome  string
	}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		r.t.Errorf("event %d: %v", e.Seq, err)
	}
	k := key{e.Task, e.Attempt, e.Iteration}
	switch e.Type {
	case "task_status_changed":
		if r.status[e.Task] != data.From {
			r.t.Errorf("event %d: task %s goes from %s to %s, and was %s", e.Seq, e.Task, data.From, data.To, r.status[e.Task])
		}
		r.status[e.Task] = data.To
		if data.To == session.Done {
			r.done[e.Task]++
		}
	case "iteration_started":
		if r.started[k] {
			r.t.Errorf("event %d: %+v was started twice", e.Seq, k)
		}
		r.started[k] = true
		r.barrier(e)
	case "iteration_finished":
		if !r.started[k] || r.counted[e.Task] != e.Iteration || data.Outcome != "continue" && data.Outcome != "success" {
			r.t.Errorf("event %d: %+v finished with %s, after %d iterations (started: %t)", e.Seq, k, data.Outcome, r.counted[e.Task], r.started[k])
		}
		r.counted[e.Task]++
	}
}

// barrier checks that all tasks of earlier stages are done.
func (r *replay) barrier(e session.Event) {
	r.t.Helper()
	for _, p := range parts() {
		if p.stage == e.Stage {
			return
		}
		if r.status[p.id] != session.Done {
			r.t.Errorf("event %d: task %s of stage %s starts while %s of stage %s is %s", e.Seq, e.Task, e.Stage, p.id, p.stage, r.status[p.id])
		}
	}
}
