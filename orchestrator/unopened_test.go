package orchestrator

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
)

// unready are terminals whose processes are that program instead.
func unready(t *testing.T, program string) (AgentRunner, Iteration) {
	t.Helper()
	run, err := os.MkdirTemp("", "unready") // short, for the socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(run) })
	self := filepath.Join(run, "program")
	if err := os.WriteFile(self, []byte("#!/bin/sh\n"+program+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	it := Iteration{
		Key: "session/stage/a/1/0", Path: "/bin/true", Launch: adapters.LaunchConfig{Argv: []string{"true"}},
		Dir: run, Log: filepath.Join(run, "output.log"), MaxOutput: 1 << 10,
	}
	return runnerOf(shims{self: self, runDir: run, epoch: 1}), it
}

// What keeps every terminal from being opened is told in words, with where to look.
func TestTerminalNeverOpens(t *testing.T) {
	runner, it := unready(t, "kill -9 $$")
	res := runner.Run(t.Context(), t.Context(), it)
	const want = "start agent: the process that was to keep its terminal ended before it began with the agent, 3 times in a row (signal: killed)"
	if res.Err == nil || res.Err.Error() != want || isLost(res.Err) {
		t.Fatalf("%v", res.Err)
	}
	x := atWork(nil)
	event, notes := x.judge(report{key: secondOfA, result: &res})
	if got, ok := event.(plan.IterationFinished); !ok || got.Status != plan.Aborted || got.Reason != want {
		t.Errorf("event %+v", event)
	}
	for _, note := range notes {
		if f, ok := note.Body.(IterationFinished); ok && (f.Error != want || !strings.Contains(f.Hint, "memory")) {
			t.Errorf("told %q, hint %q", f.Error, f.Hint)
		}
	}
}

// Who stops all agents at once does not wait for one whose terminal is still being opened.
func TestStartIsCalledOff(t *testing.T) {
	runner, it := unready(t, "exec sleep 60")
	kill, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	began := time.Now()
	res := runner.Run(t.Context(), kill, it)
	if took := time.Since(began); !res.Stopped || res.Err != nil || took > 5*time.Second {
		t.Fatalf("%+v after %s", res, took)
	}
	if state, err := shim.Probe(t.Context(), it.Dir); state != shim.Never || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
	event, notes := atWork(nil).judge(report{key: secondOfA, result: &res})
	if got, ok := event.(plan.IterationFinished); !ok || got.Status != plan.Interrupted {
		t.Errorf("event %+v", event)
	}
	for _, note := range notes {
		if f, ok := note.Body.(IterationFinished); ok && (f.ExitCode != nil || f.Outcome != string(plan.Interrupted)) {
			t.Errorf("told %+v", f)
		}
	}
}
