package crash

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty/shim"
	"rooda/session"
)

// TestReplacedHostCannotAct: a host is suspended, another takes one of its
// agents, and the first comes back: it ends with the reason, has written
// nothing, and has ended no agent, not even those that nobody took.
func TestReplacedHostCannotAct(t *testing.T) {
	t.Parallel()
	h := tenAtOnce(t)
	h.gate = "never"
	host := h.start(h.fresh10()...)
	for len(h.alive()) < agents {
		pause(5*time.Millisecond, host.ended)
	}
	for h.begun() < agents { // what it had to write is written
		pause(5*time.Millisecond, host.ended)
	}
	if err := syscall.Kill(host.pid(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	dir := h.manager.Dir(h.session())
	files := func() (texts string) {
		for _, name := range []string{"session.json", session.EventsFile} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			texts += string(data)
		}
		return texts
	}
	before := files()
	other, err := shim.Adopt(t.Context(), shim.Adoption{Dir: h.alive()[0], RunDir: session.RunDir(h.state), Epoch: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := syscall.Kill(host.pid(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	host.mustEnd(1)
	if said := host.said.String(); !strings.Contains(said, "host of epoch 1 has been replaced by that of epoch 7") {
		t.Errorf("it says %q", said)
	}
	if files() != before {
		t.Error("it has written to the record or the journal")
	}
	if alive := len(h.alive()); alive != agents {
		t.Errorf("%d agents live on, want %d", alive, agents)
	}
	for _, dir := range h.alive() {
		client := shim.Dial(dir)
		if err := client.Stop(t.Context(), true); err != nil {
			t.Error(err)
		}
		_ = client.Close()
	}
}

// begun counts the iterations whose start is in the journal.
func (h *home) begun() (n int) {
	for event, err := range session.ReadEvents(h.manager.Dir(h.session()), 0) {
		if err == nil && event.Type == "iteration_started" {
			n++
		}
	}
	return n
}
