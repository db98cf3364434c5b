package ptytest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rooda/pty"
)

func testExit(t *testing.T, open Opener) {
	tests := []struct {
		part, output string
		want         pty.Exit
	}{
		{"exit 0", "bye\r\n", pty.Exit{Bytes: 5}},
		{"exit 3", "bye\r\n", pty.Exit{Code: 3, Bytes: 5}},
		{"crash", "about to crash\r\n", pty.Exit{Code: 139, Signal: syscall.SIGSEGV, Bytes: 16}},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			spec, tape := Spec(t, tt.part)
			before := time.Now().Add(-time.Millisecond)
			term := open(t, spec)
			if term.Pid() <= 1 {
				t.Errorf("pid %d", term.Pid())
			}
			got := End(t, term)
			if d := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(pty.Exit{}, "StartedAt", "EndedAt")); d != "" {
				t.Errorf("exit (-want +got):\n%s", d)
			}
			if got.StartedAt.Before(before) || got.EndedAt.Before(got.StartedAt) || got.EndedAt.After(time.Now()) {
				t.Errorf("times: %v to %v", got.StartedAt, got.EndedAt)
			}
			if d := cmp.Diff(tt.output, tape.String()); d != "" {
				t.Errorf("tap (-want +got):\n%s", d)
			}
			if log, err := os.ReadFile(spec.Log); err != nil || string(log) != tt.output {
				t.Errorf("log %q, %v", log, err)
			}
			if err := term.Input(t.Context(), []byte("x")); !errors.Is(err, pty.ErrExited) {
				t.Errorf("input after the end: %v", err)
			}
			if err := term.Resize(t.Context(), pty.Size{Cols: 80, Rows: 24}); !errors.Is(err, pty.ErrExited) {
				t.Errorf("resize after the end: %v", err)
			}
			if err := term.Stop(t.Context()); err != nil {
				t.Errorf("stop after the end: %v", err)
			}
		})
	}
}

func testStop(t *testing.T, open Opener) {
	spec, tape := Spec(t, "polite")
	term := open(t, spec)
	tape.Await(t, "ready")
	for range 2 {
		if err := term.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if exit := End(t, term); exit.Code != 7 || !exit.Killed || exit.Signal != 0 {
		t.Errorf("exit %+v", exit)
	}
	if !strings.HasSuffix(tape.String(), "terminated\r\n") {
		t.Errorf("output %q", tape.String())
	}
}

func testStopStubborn(t *testing.T, open Opener) {
	for _, cut := range []bool{false, true} {
		spec, tape := Spec(t, "stubborn")
		spec.Grace = 300 * time.Millisecond
		if cut {
			spec.Grace = time.Minute
		}
		term := open(t, spec)
		tape.Await(t, "ready")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if cut {
			cancel()
		}
		if err := term.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		cancel()
		if exit := End(t, term); exit.Signal != syscall.SIGKILL || exit.Code != 137 || !exit.Killed {
			t.Errorf("exit %+v", exit)
		}
	}
}

func testClose(t *testing.T, open Opener) {
	spec, tape := Spec(t, "stubborn")
	term := open(t, spec)
	tape.Await(t, "ready")
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	if exit := End(t, term); exit.Signal != syscall.SIGKILL || !exit.Killed {
		t.Errorf("exit %+v", exit)
	}
	if err := syscall.Kill(term.Pid(), 0); err != syscall.ESRCH {
		t.Errorf("agent: %v", err)
	}
}

func testWait(t *testing.T, open Opener) {
	spec, tape := Spec(t, "polite")
	term := open(t, spec)
	tape.Await(t, "ready")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := term.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("wait: %v", err)
	}
	if err := syscall.Kill(term.Pid(), 0); err != nil {
		t.Errorf("the agent suffered: %v", err)
	}
}

func testLeftOvers(t *testing.T, open Opener) {
	spec, tape := Spec(t, "parent exit 0")
	spec.Key = fmt.Sprintf("ptytest %d %s", os.Getpid(), spec.Dir)
	spec.Env = append(spec.Env, pty.KeyVariable+"="+spec.Key)
	exit := End(t, open(t, spec))
	var pid int
	if _, err := fmt.Sscanf(tape.String(), "left %d", &pid); err != nil {
		t.Fatalf("output %q", tape.String())
	}
	if exit.Swept != 1 {
		t.Errorf("exit %+v", exit)
	}
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && !bytes.Contains(stat, []byte(") Z ")) {
		t.Errorf("process %d is left: %s", pid, stat)
	}
}
