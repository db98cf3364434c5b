package shim

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
)

// killer is called between the steps of a start, and kills its shim at one of them, as often as left says.
func killer(t *testing.T, r *Request, step string, left int) {
	r.step = func(name string) {
		if name != step || left == 0 {
			return
		}
		left--
		if step == "pid" { // go has been said
			eventually(t, "recorded", func() bool { _, err := os.Lstat(filepath.Join(r.Dir, ShimFile)); return err == nil })
		}
		var begun []int // in the middle of its exec it has no command line
		eventually(t, "the shim is there", func() bool { begun = shims(t, r.Dir); return len(begun) > 0 })
		for _, pid := range begun {
			syscall.Kill(pid, syscall.SIGKILL)
			eventually(t, "the shim is gone", func() bool { return dead(pid) })
		}
	}
}

// A shim that is killed before it has begun with the agent is started again, and there is one agent.
func TestShimIsStartedAgain(t *testing.T) {
	for _, step := range []string{"launch", "ready", "go"} {
		r, tape := request(t, "echo")
		r = keyed(r)
		killer(t, &r, step, tries-1)
		term := begin(t, r)
		tape.Await(t, "ready")
		if got := agents(t, r.Spec.Key); len(got) != 1 || got[0] != term.Pid() {
			t.Errorf("killed at %s: agents %v, want %d", step, got, term.Pid())
		}
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What kills every shim is told, in words, and nothing is left.
func TestShimIsAlwaysKilled(t *testing.T) {
	for _, step := range []string{"launch", "ready", "go"} {
		r, _ := request(t, "echo")
		killer(t, &r, step, -1)
		_, err := Start(t.Context(), r)
		var early *EarlyEndError
		if !errors.As(err, &early) || early.Times != tries || early.Hint() == "" || !strings.Contains(err.Error(), "3 times in a row (signal: killed)") {
			t.Errorf("killed at %s: %v", step, err)
		}
		if state, err := Probe(t.Context(), r.Dir); state != Never || err != nil {
			t.Errorf("killed at %s: %s, %v", step, state, err)
		}
		if left, _ := os.ReadDir(r.RunDir); len(left) != 0 {
			t.Errorf("killed at %s: left in the folder for sockets: %v", step, left)
		}
	}
}

// A shim that is killed when it has begun with the agent takes that along: it is lost, as it would be
// later, and not started again.
func TestShimIsKilledAsItBegins(t *testing.T) {
	for _, step := range []string{"pid", "done"} {
		r, _ := request(t, "deaf")
		r = keyed(r)
		killer(t, &r, step, 1)
		term, err := Start(t.Context(), r)
		if err != nil {
			t.Fatalf("killed at %s: %v", step, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if _, err := term.Wait(ctx); !errors.Is(err, ErrLost) {
			t.Errorf("killed at %s: %v", step, err)
		}
		cancel()
		if err := term.Close(); err != nil {
			t.Error(err)
		}
		if state, err := Probe(t.Context(), r.Dir); state != Lost || err != nil {
			t.Errorf("killed at %s: %s, %v", step, state, err)
		}
		if left, _ := os.ReadDir(r.RunDir); len(left) != 0 {
			t.Errorf("killed at %s: left in the folder for sockets: %v", step, left)
		}
		eventually(t, "the agent is gone", func() bool { return len(agents(t, r.Spec.Key)) == 0 })
	}
}

// An agent that kills its shim at once, and leaves something running that holds whatever it has inherited.
func TestAgentKillsItsShim(t *testing.T) {
	r, _ := request(t, "")
	r = keyed(r)
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `(trap "" HUP; exec setsid sleep 60 </dev/null >/dev/null 2>&1) & kill -9 $PPID; wait`}
	defer pty.Sweep(r.Spec.Key)
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		term, err := Start(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := term.Wait(ctx); !errors.Is(err, ErrLost) {
			t.Fatalf("wait: %v", err)
		}
		term.Close()
		cancel()
		os.Remove(filepath.Join(r.Dir, ShimFile))
	}
}

// A shim that is killed before it has opened its agent's log has left no output: that it is gone says all of
// the loss. Of a log that has gone since it is said, too.
func TestShimIsKilledBeforeTheLog(t *testing.T) {
	for next, told := range map[int64]bool{0: false, 7: true} {
		r, tape := request(t, "echo")
		term := begin(t, r)
		tape.Await(t, "ready")
		if err := os.Remove(r.Spec.Log); err != nil {
			t.Fatal(err)
		}
		pid := shimOf(t, r.Dir)
		syscall.Kill(pid, syscall.SIGKILL)
		eventually(t, "the shim is gone", func() bool { return dead(pid) })
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if err := term.copy(ctx, &counter{w: io.Discard, next: next}); !errors.Is(err, ErrLost) || errors.Is(err, fs.ErrNotExist) != told {
			t.Errorf("from %d: %v; want a missing log told: %t", next, err, told)
		}
		cancel()
		term.Close()
	}
}

// A shim that is stopped as it starts does not hold up its host for longer than that has patience.
func TestShimIsStoppedAsItStarts(t *testing.T) {
	r, _ := request(t, "deaf")
	r.step = func(name string) {
		if name == "ready" {
			var begun []int // in the middle of its exec it has no command line
			eventually(t, "the shim is there", func() bool { begun = shims(t, r.Dir); return len(begun) > 0 })
			for _, pid := range begun {
				syscall.Kill(pid, syscall.SIGSTOP)
			}
			time.Sleep(20 * time.Millisecond) // it may have said so
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, r)
	var early *EarlyEndError
	if !errors.As(err, &early) || !early.Late || early.Hint() == "" {
		t.Errorf("start: %v", err)
	}
	if state, err := Probe(t.Context(), r.Dir); state != Never || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
}

// A start that is cancelled when the shim has begun leaves nothing of it.
func TestStartIsCancelledAsItBegins(t *testing.T) {
	for _, step := range []string{"pid", "done"} {
		r, _ := request(t, "deaf")
		r = keyed(r)
		ctx, cancel := context.WithCancel(t.Context())
		r.step = func(name string) {
			if name != step {
				return
			}
			eventually(t, "the agent is there", func() bool { return len(agents(t, r.Spec.Key)) == 1 })
			cancel()
		}
		if _, err := Start(ctx, r); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %s: %v", step, err)
		}
		for _, name := range []string{ShimFile, "." + ExitFile + ".room"} {
			if _, err := os.Lstat(filepath.Join(r.Dir, name)); !missing(err) {
				t.Errorf("cancelled at %s: %s is left (%v)", step, name, err)
			}
		}
		if left, _ := os.ReadDir(r.RunDir); len(left) != 0 {
			t.Errorf("cancelled at %s: left in the folder for sockets: %v", step, left)
		}
		eventually(t, "the agent is gone", func() bool { return len(agents(t, r.Spec.Key)) == 0 })
	}
}

// A record of an agent that cannot be read may be that of one that has run, so none is started again.
func TestShimEndsAndItsRecordIsUnreadable(t *testing.T) {
	r, _ := request(t, "deaf")
	r.Self = filepath.Join(t.TempDir(), "shim")
	script := "#!/bin/sh\nread -r launch <&3; echo {} >&4; read -r go <&3; exit 1\n"
	if err := os.WriteFile(r.Self, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	spawned := 0
	r.step = func(name string) {
		switch name {
		case "spawn":
			spawned++
		case "pid":
			if err := os.WriteFile(filepath.Join(r.Dir, ShimFile), []byte("{"), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	term, err := Start(ctx, r)
	if err != nil || spawned != 1 {
		t.Fatalf("started %d times: %v", spawned, err)
	}
	if _, err = term.Wait(ctx); !errors.Is(err, ErrUnreachable) {
		t.Errorf("wait: %v", err)
	}
	term.Close()
}

// A shim that has said what is wrong, and does not end, holds nobody up.
func TestShimStaysBehindItsFault(t *testing.T) {
	r, _ := request(t, "deaf")
	r.Self = filepath.Join(t.TempDir(), "shim")
	script := "#!/bin/sh\nhead -c 1 <&3 >/dev/null; echo '{\"fault\":{\"error\":\"no room\"}}' >&4; exec sleep 60 3<&- 4>&-\n"
	if err := os.WriteFile(r.Self, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err := Start(t.Context(), r)
	if took := time.Since(began); err == nil || !strings.Contains(err.Error(), "no room") || took > 10*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
}
