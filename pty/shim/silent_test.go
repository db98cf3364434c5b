package shim

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
)

// hang stops the shim of a folder, and lets it go on at the end of the test.
func hang(t testing.TB, dir string) {
	t.Helper()
	pid := shimOf(t, dir)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(pid, syscall.SIGCONT) })
	c := Dial(dir)
	defer c.Close()
	eventually(t, "the shim has stopped", func() bool {
		soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := c.Task(soon)
		return err != nil
	})
}

// usurp puts a listener in the place of a shim's socket that accepts and says nothing.
func usurp(t testing.TB, dir string) {
	t.Helper()
	var r record
	if err := load(dir, ShimFile, &r); err != nil {
		t.Fatal(err)
	}
	aside := r.Socket + ".new"
	l, err := net.Listen("unix", aside)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.Remove(r.Socket) })
	if err := os.Rename(aside, r.Socket); err != nil {
		t.Fatal(err)
	}
}

// Whoever listens and does not answer holds nobody up.
func TestSilentShim(t *testing.T) {
	for name, silence := range map[string]func(testing.TB, string){"stopped": hang, "foreign": usurp} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, tape := request(t, "stubborn")
			begin(t, keyed(r))
			tape.Await(t, "ready")
			silence(t, r.Dir)
			c := Dial(r.Dir)
			defer c.Close()
			var asking sync.WaitGroup
			defer asking.Wait()
			for what, ask := range map[string]func(context.Context) error{
				"task":   func(ctx context.Context) error { _, err := c.Task(ctx); return err },
				"screen": func(ctx context.Context) error { _, err := c.Screen(ctx, "text"); return err },
				"detach": func(ctx context.Context) error { _, err := c.Detach(ctx, true); return err },
				"resize": func(ctx context.Context) error { return c.Resize(ctx, pty.Size{Cols: 80, Rows: 24}) },
				"signal": func(ctx context.Context) error { return c.Signal(ctx, syscall.SIGWINCH) },
				"attach": func(ctx context.Context) error { _, err := c.Attach(ctx, AttachOptions{}); return err },
				"output": func(ctx context.Context) error { _, err := c.Output(ctx, 0, true, io.Discard); return err },
			} {
				limit := answerLimit
				if what == "output" {
					limit = streamLimit
				}
				asking.Go(func() {
					late := time.AfterFunc(limit+5*time.Second, func() { panic(what + " has no end") })
					defer late.Stop()
					if err := ask(context.Background()); !errors.Is(err, ErrUnreachable) || !errors.Is(err, ErrSilent) {
						t.Errorf("%s: %v", what, err)
					}
				})
			}
		})
	}
}

// A shim that cannot be told to stop its agent is ended with it; the agent
// ignores TERM.
func TestStopOfSilentShim(t *testing.T) {
	stopped := func() context.Context {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return ctx
	}
	for _, tt := range []struct {
		name    string
		silence func(testing.TB, string)
		end     func(*Terminal) error
	}{
		{"stop", hang, func(t *Terminal) error { return t.Stop(context.Background()) }},
		{"kill", usurp, func(t *Terminal) error { return t.Stop(stopped()) }},
		{"close", hang, (*Terminal).Close},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, tape := request(t, "stubborn")
			term := begin(t, keyed(r))
			tape.Await(t, "ready")
			tt.silence(t, r.Dir)
			late := time.AfterFunc(15*time.Second, func() { panic(tt.name + " has no end") })
			defer late.Stop()
			if err := tt.end(term); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if _, err := term.Wait(t.Context()); tt.name != "kill" && !errors.Is(err, ErrLost) {
				t.Errorf("wait: %v", err)
			}
			eventually(t, "agent and shim are dead", func() bool { return dead(term.Pid()) && dead(term.Shim()) })
		})
	}
}

// Kill ends the process that is recorded and no other that has its number.
func TestKillOfAnother(t *testing.T) {
	r, tape := request(t, "stubborn")
	term := begin(t, keyed(r))
	tape.Await(t, "ready")
	real := recordAnother(t, r)
	if err := Kill(r.Dir); err != nil {
		t.Error(err)
	}
	if dead(term.Shim()) || dead(term.Pid()) {
		t.Error("a process was killed that is not the recorded one")
	}
	if err := store(r.Dir, ShimFile, real); err != nil {
		t.Fatal(err)
	}
	if err := Kill(r.Dir); err != nil {
		t.Error(err)
	}
	eventually(t, "lost", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Lost && dead(term.Pid()) })
}
