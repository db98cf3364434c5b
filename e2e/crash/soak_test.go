package crash

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/internal/statefile"
	"rooda/session"
)

// roleInCrowd is what an agent plays, and how often and with what in the
// end it is to be judged. The last two never promise SUCCESS, and their task
// goes on after two iterations.
type roleInCrowd struct {
	scenario   string
	iterations int
	outcome    session.Outcome
	verdict    string
	promise    string
	signal     string
}

func roles() []roleInCrowd {
	return []roleInCrowd{
		{"success", 1, session.Success, "success", "SUCCESS", ""},
		{"chatty:1", 1, session.Success, "success", "SUCCESS", ""},
		{"echo", 1, session.Success, "success", "SUCCESS", ""}, // its prompt has both promises
		{"continue:1", 2, session.Success, "success", "SUCCESS", ""},
		{"continue:9", 2, session.MaxIters, "continue", "", ""},
		{"fail", 2, session.MaxIters, "failure", "FAILURE", ""},
		{"crash", 2, session.MaxIters, "failure", "", "SIGSEGV"},
	}
}

// TestSoak has a hundred agents at work at one moment. All come to their ends,
// what each printed is what was kept, each verdict is right, and nothing is left:
// no process, no socket, no lock, no descriptor of their host.
//
//	go test ./e2e/crash -run Soak -v            # 100 agents
//	go test ./e2e/crash -run Soak -v -short     # 25
func TestSoak(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc to find what is left")
	}
	n := 100
	if testing.Short() {
		n = 25
	}
	h := newHome(t)
	h.pace, h.own = "0.3", filepath.Join(h.dir, "own")
	if err := os.Mkdir(h.own, 0o700); err != nil {
		t.Fatal(err)
	}
	h.writeCrowd(n)

	began := time.Now()
	host := h.start("workflow", "run", h.workflow, "--quiet")
	h.awaitCopies(host, "before", 1)
	descriptors := h.descriptors(host)
	h.open("before")
	h.awaitCopies(host, "soak", n)
	at := time.Since(began)
	if crowd, alive := h.descriptors(host), len(h.alive()); alive != n || crowd <= descriptors {
		t.Errorf("%d agents are alive, want %d; their host has %d descriptors open, after %d", alive, n, crowd, descriptors)
	}
	if open := h.sockets(); open != n+1 {
		t.Errorf("%d sockets, want one for each of %d agents and their host's", open, n)
	}
	h.open("soak")
	h.awaitCopies(host, "after", 1)
	if now := h.descriptors(host); now > descriptors {
		t.Errorf("their host has %d descriptors open with one agent, and had %d before the crowd", now, descriptors)
	}
	if open := h.sockets(); open != 2 {
		t.Errorf("%d sockets with one agent left, want 2", open)
	}
	h.open("after")
	host.mustEnd(2) // max-iters
	t.Logf("%d agents at once after %s, all done after %s", n, at.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))

	h.checkCrowd(n)
	if open := h.sockets(); open != 0 {
		t.Errorf("%d sockets are left", open)
	}
	id := h.session()
	if held, err := statefile.Held(filepath.Join(h.manager.Dir(id), "host.lock")); held || err != nil {
		t.Errorf("the lock of the session is held: %t, %v", held, err)
	}
	for _, dir := range []string{h.state, h.tmp} {
		checkLeftOvers(t, dir)
	}
}

// writeCrowd puts one agent before the crowd and one after it, at both of which
// their host has the same to hold.
func (h *home) writeCrowd(n int) {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "name: soak\ndefaults: {ai_cmd: %q, max_iterations: 2, failure_threshold: 5, on_max_iterations: continue}\nstages:\n", self)
	b.WriteString("  - id: before\n    tasks: [{id: before, prompt: Wait.}]\n  - id: soak\n    tasks:\n")
	for i := range n {
		fmt.Fprintf(&b, "      - {id: %s, prompt: Do your part.}\n", crowdID(i))
	}
	b.WriteString("  - id: after\n    tasks: [{id: after, prompt: Wait.}]\n")
	if err := os.WriteFile(h.workflow, []byte(b.String()), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func crowdID(i int) string {
	return fmt.Sprintf("soak-%d-%s", i, strings.ReplaceAll(roles()[i%len(roles())].scenario, ":", "-"))
}

// open lets agents go on that wait for this gate.
func (h *home) open(gate string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.dir, gate+".open"), nil, 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// awaitCopies waits until so many agents of that name have begun.
func (h *home) awaitCopies(p *host, name string, n int) {
	h.t.Helper()
	for deadline := time.Now().Add(2 * limit); ; time.Sleep(20 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(h.own, name+"*"))
		if err != nil {
			h.t.Fatal(err)
		}
		if len(files) >= n {
			return
		}
		select {
		case <-p.ended:
			h.t.Fatalf("the host has ended with %d of %d agents\n%s", len(files), n, p.said.String())
		default:
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("only %d of %d agents have begun", len(files), n)
		}
	}
}

// descriptors counts what a host has open, once that has stood still for a moment.
func (h *home) descriptors(p *host) int {
	h.t.Helper()
	last, still := -1, 0
	for deadline := time.Now().Add(lifetime); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.pid()))
		if err != nil {
			h.t.Fatal(err)
		}
		if still++; len(open) != last {
			last, still = len(open), 0
		}
		if still == 15 {
			break
		}
	}
	return last
}

func (h *home) sockets() int {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(session.RunDir(h.state), "*.sock"))
	if err != nil {
		h.t.Fatal(err)
	}
	return len(files)
}

// checkCrowd holds verdicts and outputs against what each agent played and
// wrote down for itself.
func (h *home) checkCrowd(n int) {
	h.t.Helper()
	record, err := h.manager.Load(h.session())
	if err != nil {
		h.t.Fatal(err)
	}
	if record.Outcome != session.MaxIters {
		h.t.Errorf("outcome %s, want max-iters", record.Outcome)
	}
	copies := h.ownCopies()
	for i := range n {
		id, want := crowdID(i), roles()[i%len(roles())]
		task := record.Tasks[id]
		last := cmp.Or(task.LastIteration, &session.Iteration{})
		if task.Status != session.Done || task.Outcome != want.outcome || task.Iteration != want.iterations || task.Stats.Count != want.iterations ||
			last.Outcome != want.verdict || last.Promise != want.promise || last.Signal != want.signal {
			h.t.Errorf("%s was misjudged: %+v, last iteration %+v; want %+v", id, *task, *last, want)
		}
		logs, err := filepath.Glob(filepath.Join(h.manager.Dir(record.ID), "tasks", id, "*", session.OutputLog))
		if err != nil || len(logs) != want.iterations || len(copies[id]) != want.iterations {
			h.t.Errorf("%s: %d logs of %d agents, want %d (%v)", id, len(logs), len(copies[id]), want.iterations, err)
			continue
		}
		for _, log := range logs {
			kept, err := os.ReadFile(log)
			if err != nil {
				h.t.Error(err)
			}
			if !contains(copies[id], kept) {
				h.t.Errorf("%s has %d bytes, and its agent wrote others", log, len(kept))
			}
		}
	}
}

func contains(all [][]byte, one []byte) bool {
	for _, data := range all {
		if bytes.Equal(data, one) {
			return true
		}
	}
	return false
}
