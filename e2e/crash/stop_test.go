package crash

import (
	"path/filepath"
	"testing"
	"time"

	"rooda/internal/statefile"
)

// TestStopOfAHostThatBegins: the next host of a session has the lock, and
// neither a socket nor its name in the record yet, when somebody wants it stopped.
func TestStopOfAHostThatBegins(t *testing.T) {
	h := tenAtOnce(t, build(t))
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

	next := h.start("session", "resume", id, "--quiet")
	for running := false; !running; {
		if running, err = h.manager.Running(id); err != nil {
			t.Fatal(err)
		}
	}
	h.ask("session", "stop", id, "--kill")
	next.mustEnd(130)
}
