package shim

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

// releasedAt starts an agent for a host that lets go of it at a step, as its shim is stopped.
func releasedAt(t *testing.T, r Request, step string) (shim int) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	r.step = func(name string) {
		if name != step {
			return
		}
		pids := shims(t, r.Dir)
		if len(pids) != 1 {
			t.Errorf("shims %v", pids)
		}
		shim = pids[0]
		if step == "pid" {
			eventually(t, "the agent is there", func() bool { return len(agents(t, r.Spec.Key)) == 1 })
		}
		syscall.Kill(shim, syscall.SIGSTOP)
		cancel(ErrReleased)
		if step != "pid" { // or it may be told before the release is heard of
			eventually(t, "the shim is gone", func() bool { return dead(shim) })
		}
	}
	began := time.Now()
	if _, err := Start(ctx, r); !errors.Is(err, ErrReleased) {
		t.Errorf("released at %s: %v", step, err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("released at %s: a stopped shim holds its host up for %v", step, took)
	}
	return shim
}

// A host that lets go of its session in the middle of a start leaves what was told to go, whatever its shim does.
func TestStartIsReleased(t *testing.T) {
	r, tape := request(t, "echo")
	r = keyed(r)
	shim := releasedAt(t, r, "pid")
	before := agents(t, r.Spec.Key)
	syscall.Kill(shim, syscall.SIGCONT)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	term, err := Adopt(ctx, Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: r.Epoch + 1, Tap: tape})
	if err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "ready")
	if got := agents(t, r.Spec.Key); len(got) != 1 || len(before) != 1 || got[0] != before[0] || got[0] != term.Pid() {
		t.Errorf("agents %v, then %v, want %d", before, got, term.Pid())
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
}

// What was not told to go never goes, and nothing of it is left.
func TestStartIsReleasedBeforeGo(t *testing.T) {
	for _, step := range []string{"launch", "ready", "go"} {
		r, _ := request(t, "echo")
		r = keyed(r)
		shim := releasedAt(t, r, step)
		if !dead(shim) {
			t.Errorf("released at %s: shim %d lives", step, shim)
		}
		if state, err := Probe(t.Context(), r.Dir); state != Never || err != nil {
			t.Errorf("released at %s: %s, %v", step, state, err)
		}
		if left, _ := os.ReadDir(r.RunDir); len(left) != 0 {
			t.Errorf("released at %s: left in the folder for sockets: %v", step, left)
		}
		if got := agents(t, r.Spec.Key); len(got) != 0 {
			t.Errorf("released at %s: agents %v", step, got)
		}
	}
}
