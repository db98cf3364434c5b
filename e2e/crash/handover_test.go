package crash

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// tenInFront runs ten agents in front of a person, all of them at work until the gate is open.
func tenInFront(t *testing.T) (*home, *windowtest.Window, *windowtest.Program) {
	t.Helper()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc")
	}
	h := tenAtOnce(t)
	h.gate = "looked"
	window := windowtest.New(t, 100, 30)
	person := window.Start(h.command("workflow", "run", h.workflow))
	window.Await("working")
	h.awaitAlive(agents)
	return h, window, person
}

// TestHandOverKey: whoever presses Ctrl-\ at a run gets the prompt back, and the
// run goes on in the background: none of its agents hears of it, nothing that
// they print is lost, and all comes to its end.
func TestHandOverKey(t *testing.T) {
	t.Parallel()
	h, window, person := tenInFront(t)
	for range 3 { // hands that are in a hurry
		window.Keys("\x1c")
	}
	if code := person.End(); code != 0 {
		t.Errorf("the command ended with %d; the screen:\n%s", code, window.Text())
	}
	if left := window.Leftover(); left != "" {
		t.Errorf("left on in the terminal: %s", left)
	}
	for _, want := range []string{"handed over: session ", "running in the background (process ", "rooda attach ", "rooda session stop "} {
		if !strings.Contains(window.Text(), want) {
			t.Errorf("the screen has no %q:\n%s", want, window.Text())
		}
	}
	if alive := len(h.alive()); alive != agents {
		t.Errorf("%d agents are alive, want %d", alive, agents)
	}
	h.open(h.gate)
	record := h.awaitEnd()
	if record.Epoch != 2 || record.Host.PID == person.Pid() {
		t.Errorf("the session was ended by process %d in epoch %d, begun by %d", record.Host.PID, record.Epoch, person.Pid())
	}
	settledTen(t, h)
	if wishes := h.wishes(orchestrator.ActHandOver); wishes < 1 {
		t.Error("the journal does not tell that the session was handed over")
	}
}

// TestHandOverTriesNothingAgain: what failed before the key stays failed.
func TestHandOverTriesNothingAgain(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ran, works := filepath.Join(h.dir, "ran"), filepath.Join(h.dir, "works")
	flow := fmt.Sprintf(`stages:
  - id: s
    tasks:
      - {id: fails, prompt: Go., failure_threshold: 1, ai_cmd: "sh -c 'echo once >>%s; exit 7'"}
      - {id: works, prompt: Go., max_iterations: 1, ai_cmd: "sh -c 'until test -e %s; do sleep 0.05; done'"}
`, ran, works)
	if err := os.WriteFile(h.workflow, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	window := windowtest.New(t, 100, 30)
	person := window.Start(h.command("workflow", "run", h.workflow))
	window.Await(`s/fails +failed`)
	window.Keys("\x1c")
	if code := person.End(); code != 0 {
		t.Errorf("the command ended with %d; the screen:\n%s", code, window.Text())
	}
	if err := os.WriteFile(works, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	record := h.awaitEnd()
	if text, err := os.ReadFile(ran); err != nil || string(text) != "once\n" {
		t.Errorf("it ran %q, %v", text, err)
	}
	if fails, works := record.Tasks["fails"], record.Tasks["works"]; fails.Status != session.Error || works.Status != session.Done || record.Epoch != 2 {
		t.Errorf("epoch %d, %+v, %+v", record.Epoch, fails, works)
	}
}

// TestHandOverFails: there is no rooda any more to go on, so this one does.
func TestHandOverFails(t *testing.T) {
	t.Parallel()
	h, window, person := tenInFront(t)
	if err := os.Remove(h.rooda); err != nil {
		t.Fatal(err)
	}
	window.Keys("\x1c")
	window.Await(`the session goes on here`)
	h.open(h.gate)
	if code := person.End(); code != 0 {
		t.Errorf("the command ended with %d; the screen:\n%s", code, window.Text())
	}
	settledTen(t, h)
}

// awaitAlive waits until so many agents are.
func (h *home) awaitAlive(n int) {
	h.t.Helper()
	for deadline := time.Now().Add(limit); len(h.alive()) < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("only %d of %d agents are alive", len(h.alive()), n)
		}
	}
}

// awaitEnd waits until a session that nobody waits for has an outcome and no
// host any more.
func (h *home) awaitEnd() session.Record {
	h.t.Helper()
	for deadline := time.Now().Add(limit); ; time.Sleep(10 * time.Millisecond) {
		record, err := h.manager.Load(h.session())
		if err != nil {
			h.t.Fatal(err)
		}
		running, err := h.manager.Running(record.ID)
		switch {
		case err != nil:
			h.t.Fatal(err)
		case record.Outcome != "" && !running:
			return record
		case time.Now().After(deadline):
			h.t.Fatalf("the session goes on: %+v", record.Host)
		}
	}
}

// wishes counts what people asked of the session.
func (h *home) wishes(action string) (n int) {
	h.t.Helper()
	for event, err := range session.ReadEvents(h.manager.Dir(h.session()), 0) {
		if err != nil {
			h.t.Fatal(err)
		}
		if event.Type == "requested" && strings.Contains(string(event.Data), `"action":"`+action+`"`) {
			n++
		}
	}
	return n
}

// TestHandOverOfStoppedTerminal: what keeps an agent's terminal was stopped before the key.
// The next host says so, waits for it, and goes on where it stands; there is never a second agent.
func TestHandOverOfStoppedTerminal(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	begun, goes := filepath.Join(h.dir, "begun"), filepath.Join(h.dir, "goes")
	flow := fmt.Sprintf(`stages:
  - id: s
    tasks:
      - {id: a, prompt: Go., ai_cmd: "sh -c 'echo a >>%s; until test -e %s; do sleep 0.05; done; echo \"<promise>SUCCESS</promise>\"'"}
`, begun, goes)
	if err := os.WriteFile(h.workflow, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	window := windowtest.New(t, 200, 30)
	person := window.Start(h.command("workflow", "run", h.workflow))
	window.Await(`s/a`)
	for deadline := time.Now().Add(limit); ; time.Sleep(5 * time.Millisecond) {
		if text, _ := os.ReadFile(begun); len(text) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no agent was started; the screen:\n%s", window.Text())
		}
	}
	keeper, alive := shim.Keeper(session.IterationDir(h.manager.Dir(h.session()), "a", 0, 1))
	if !alive || syscall.Kill(keeper, syscall.SIGSTOP) != nil {
		t.Fatalf("process %d cannot be stopped", keeper)
	}
	t.Cleanup(func() { syscall.Kill(keeper, syscall.SIGCONT) })
	window.Keys("\x1c")
	if code := person.End(); code != 0 {
		t.Errorf("the command ended with %d; the screen:\n%s", code, window.Text())
	}
	for _, want := range []string{"warning: a: agent's terminal does not answer", fmt.Sprintf("kill -CONT %d", keeper), "handed over: session "} {
		if !strings.Contains(window.Text(), want) {
			t.Errorf("the screen has no %q:\n%s", want, window.Text())
		}
	}
	if err := os.WriteFile(goes, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if record, err := h.manager.Load(h.session()); err != nil || record.Epoch != 2 || record.Tasks["a"].Status != session.Running {
		t.Errorf("epoch %d, %+v, %v", record.Epoch, record.Tasks["a"], err)
	}
	syscall.Kill(keeper, syscall.SIGCONT)
	record := h.awaitEnd()
	text, err := os.ReadFile(begun)
	if a := record.Tasks["a"]; err != nil || string(text) != "a\n" || a.Status != session.Done || a.Attempt != 1 || record.Outcome != session.Success {
		t.Errorf("begun %q, %v; outcome %s, %+v", text, err, record.Outcome, a)
	}
}
