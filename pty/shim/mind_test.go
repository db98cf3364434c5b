package shim

import (
	"context"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"rooda/internal/localsock"
)

// A host that finds no socket asks for it by USR1, whether the shim has noticed or not.
func TestSocketIsOpenedAgainOnSignal(t *testing.T) {
	path, err := localsock.Path(runDir(t), "/some/iteration")
	if err != nil {
		t.Fatal(err)
	}
	d, err := localsock.Open(path, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(0)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	caught, over := make(chan os.Signal, 1), make(chan struct{})
	go func() {
		defer close(over)
		(&server{}).signals(ctx, caught, d)
	}()
	caught <- syscall.SIGUSR1
	eventually(t, "it is there again", func() bool { _, err := os.Lstat(path); return err == nil })
	cancel()
	<-over
}

// An agent that says something goes on without a host.
func TestUnownedAndTalking(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "")
	r.Unowned = 1500 * time.Millisecond
	r.Spec.Path = "/bin/sh"
	r.Spec.Argv = []string{"sh", "-c", "echo ready; while test ! -e \"$0\"; do echo on; sleep 0.05; done; read x", r.Dir + "/enough"}
	term := begin(t, r)
	tape.Await(t, "ready")
	term.Release()
	time.Sleep(3 * r.Unowned)
	if state, _ := Probe(t.Context(), r.Dir); state != Running {
		t.Errorf("it is %s", state)
	}
	if err := os.WriteFile(r.Dir+"/enough", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "finished", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Finished })
}
