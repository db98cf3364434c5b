package crash

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/internal/statefile"
	"rooda/orchestrator"
	"rooda/session"
)

// TestStopOfAHostThatBegins: the next host of a session has the lock, and
// neither a socket nor its name in the record yet, when somebody wants it stopped.
func TestStopOfAHostThatBegins(t *testing.T) {
	h := tenAtOnce(t)
	host := h.start(h.fresh10()...)
	h.awaitAlive(agents)
	host.kill()
	id := h.session()
	lock, err := statefile.Acquire(filepath.Join(h.manager.Dir(id), "host.lock"))
	if err != nil {
		t.Fatal(err)
	}
	stop := h.start("session", "stop", id, "--kill")
	pause(300*time.Millisecond, stop.ended)
	if err := lock.Close(); err != nil { // it could not begin after all
		t.Fatal(err)
	}
	stop.mustEnd(0)
	if alive := len(h.alive()); alive != 0 {
		t.Errorf("it is stopped, and %d agents work on:\n%s", alive, stop.said.String())
	}

	next := h.start("session", "resume", id, "--quiet")
	for running := false; !running; {
		if running, err = h.manager.Running(id); err != nil {
			t.Fatal(err)
		}
	}
	h.ask("session", "stop", id, "--kill")
	next.mustEnd(130)
}

// TestStopWhoseHostIsKilled: the host goes while the agents still have their grace.
func TestStopWhoseHostIsKilled(t *testing.T) {
	t.Parallel()
	h := tenAtOnce(t)
	stubborn := `stages: [{id: s, tasks: [{id: t, prompt: Go., ai_cmd: sh -c "trap '' TERM; echo; while :; do sleep 0.1; done"}]}]`
	if err := os.WriteFile(h.workflow, []byte(stubborn), 0o600); err != nil {
		t.Fatal(err)
	}
	host := h.start(h.fresh10()...)
	h.awaitAlive(1)
	stop := h.start("session", "stop", "latest")
	for h.wishes(orchestrator.ActStop) == 0 {
		pause(5*time.Millisecond, stop.ended)
	}
	host.kill()
	stop.mustEnd(0)
	if alive := len(h.alive()); alive != 0 {
		t.Errorf("it is stopped, and the agent works on:\n%s", stop.said.String())
	}
	if record, err := h.manager.Load(h.session()); err != nil || record.Outcome != session.Interrupted {
		t.Errorf("the outcome is %q (%v), want interrupted", record.Outcome, err)
	}
}
