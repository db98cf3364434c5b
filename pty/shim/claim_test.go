package shim

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// A host dies as it says go, and the next one asks what became of the agent:
// either it is there, or it never will be.
func TestClaimIsFinal(t *testing.T) {
	never, running := 0, 0
	for n := range 30 {
		r, _ := request(t, "deaf")
		r.Spec.Key = t.Name() + "/" + filepath.Base(r.Dir) + time.Now().String()
		r.Spec.Env = append(ptytest.Environ("deaf"), pty.KeyVariable+"="+r.Spec.Key)
		var state State
		var failed error
		claimed := make(chan struct{})
		r.step = func(name string) {
			if name != "pid" { // go has been said
				return
			}
			go func() {
				defer close(claimed)
				<-time.After(time.Duration(n) * 200 * time.Microsecond)
				state, failed = Claim(context.Background(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2})
			}()
		}
		term, err := Start(t.Context(), r)
		<-claimed
		if failed != nil {
			t.Fatal(failed)
		}
		if err != nil {
			var epoch *EpochError
			if state != Never || !errors.As(err, &epoch) {
				t.Errorf("the agent is %s to the next host, and was not started: %v", state, err)
			}
			if _, err := os.Lstat(filepath.Join(r.Dir, ShimFile)); !missing(err) {
				t.Errorf("%s is there: %v", ShimFile, err)
			}
			never++
			continue
		}
		if state != Running {
			t.Errorf("the agent runs, and is %s to the next host", state)
		}
		running++
		// Only the next host can end it.
		term.(*Terminal).Release()
		next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2})
		if err != nil {
			t.Fatal(err)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
		term.Close()
		<-term.(*Terminal).reaped
	}
	t.Logf("%d were never started, %d ran", never, running)
}

// A host that was replaced before it looks is told so, although there is no agent yet: it must not take that for
// one that it may start.
func TestClaimOfAReplacedHost(t *testing.T) {
	r, _ := request(t, "deaf")
	looked := make(chan struct{})
	r.step = func(name string) {
		if name != "go" { // it is ready, and waits
			return
		}
		defer close(looked)
		if state, err := Claim(context.Background(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 3}); state != Never || err != nil {
			t.Errorf("to the latest host it is %s, %v", state, err)
		}
		old := Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2}
		var epoch *EpochError
		if state, err := Claim(context.Background(), old); !errors.As(err, &epoch) {
			t.Errorf("claimed by a host that was replaced it is %s, %v", state, err)
		}
		if _, err := Adopt(context.Background(), old); !errors.As(err, &epoch) {
			t.Errorf("adopted by a host that was replaced: %v", err)
		}
	}
	if term, err := Start(t.Context(), r); err == nil {
		term.Close()
		t.Error("the agent was started")
	}
	<-looked
}
