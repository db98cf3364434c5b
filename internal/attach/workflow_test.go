package attach_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
)

// TestAnswerFromASecondTerminal is the third use on the design card: a
// workflow in the background asks, a person comes, answers, and leaves; the
// workflow goes on.
func TestAnswerFromASecondTerminal(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code") // beside it, and never asked
	command := func(args ...string) *exec.Cmd {
		cmd := s.command(args...)
		cmd.Env = append(cmd.Env, "ROODA_REHEARSAL_PACE=0")
		return cmd
	}
	run := func(args ...string) outcome { return s.finish(command(args...), "") }
	o := run("workflow", "run", "plan-then-build", "--rehearse=build:success,plan:asks", "--detach")
	o.wants(t, 0)
	id := strings.TrimSpace(o.out)
	t.Cleanup(func() { run("session", "stop", id, "--kill") })
	run("wait", id+"/plan", "--for", "waiting", "--timeout", "10s").wants(t, 0, "waits for you")

	w := windowtest.New(t, 80, 24)
	p := w.Start(command("attach"))
	w.Await(`Delete the old fixtures before going on\? \(y or n, then Enter\)`)
	w.Keys("y\r\x1c")
	leaves(t, p, w)
	run("wait", id+"/plan", "--for", "done", "--timeout", "14s").wants(t, 0, "done")
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if o := run("session", "list"); strings.Contains(o.out, "success") {
			break
		} else if time.Since(begun) > windowtest.Patience {
			t.Fatalf("the workflow does not go on: %s", o.out)
		}
	}
	run("attach").wants(t, 69, "nobody waits")

	journal, err := os.ReadFile(filepath.Join(s.home, "sessions", id, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"type":"attached",.*"task":"plan".*"by":"human"`,
		`"type":"input_typed",.*"task":"plan".*"by":"human",.*"bytes":2,"via":"attach","kind":"keys"`,
		`"type":"interaction_resolved",.*"task":"plan".*"by":"human"`,
		`"type":"detached",.*"task":"plan".*"by":"human"`,
	} {
		if !regexp.MustCompile(want).Match(journal) {
			t.Errorf("the journal lacks %s:\n%s", want, journal)
		}
	}
}

// detached starts a workflow in the background and returns its session's id.
func (s *stage) detached(flow string) string {
	s.t.Helper()
	file := filepath.Join(s.home, "flow.yml")
	if err := os.WriteFile(file, []byte(flow), 0o600); err != nil {
		s.t.Fatal(err)
	}
	o := s.run("", "workflow", "run", file, "--detach")
	o.wants(s.t, 0)
	id := strings.TrimSpace(o.out)
	s.t.Cleanup(func() { s.run("", "session", "stop", id, "--kill") })
	return id
}

// TestFollowIterations goes on with the next iteration when one ends.
func TestFollowIterations(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	flow := `name: flow
stages:
  - id: only
    tasks:
      - {id: loop, prompt: x, max_iterations: 3, on_max_iterations: continue, ai_cmd: "sh -c 'echo this is $ROODA_ITERATION; until [ -e go$ROODA_ITERATION ]; do sleep 0.05; done'"}
`
	id := s.detached(flow)
	s.run("", "wait", id+"/loop", "--for", "text:this is 1", "--timeout", "10s").wants(t, 0)
	w, p := s.attach(80, 24, id+"/loop", "--follow")
	record, err := s.sessions.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	host := func(sig syscall.Signal) {
		if err := syscall.Kill(record.Host.PID, sig); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		w.Await(fmt.Sprintf("this is %d", i+1))
		if i == 1 { // who starts the next one stands still for a while
			host(syscall.SIGSTOP)
		}
		if err := os.WriteFile(filepath.Join(s.home, fmt.Sprintf("go%d", i+1)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			w.Await(`/loop: the rooda that drives its session does not\s+answer;\s+if\s+process\s+\d+`)
			host(syscall.SIGCONT)
		}
	}
	leaves(t, p, w)
	w.Await(`ended with exit code 0`)
}

// TestCtrlZ at a run says what stands still, leaves no picture behind, and paints none over the
// shell's prompt in the background. A run whose terminal has gone away stops as well.
func TestCtrlZ(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, syscall.SIGHUP) // or what a test under nohup starts would ignore them
	defer signal.Stop(hangUps)
	s := newStage(t, "code")
	file := filepath.Join(s.home, "flow.yml")
	flow := "name: flow\nstages: [{id: only, tasks: [{id: long, prompt: x, ai_cmd: \"sh -c 'until [ -e go ]; do sleep 0.05; done'\"}]}]"
	if err := os.WriteFile(file, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := s.command("-c", `set -m; "$0" workflow run "$1"; echo code $?; read x; bg; sleep 3; echo behind; read x; fg; echo code $?
bg; kill -HUP %1; until [ -e "$2"/sessions/*/host.log ]; do sleep 0.05; done; sleep 0.5; kill -TSTP %1; until jobs -s >"$2"/stopped && [ -s "$2"/stopped ]; do sleep 0.05; done; echo hung up, and stopped`, rooda, file, s.home)
	cmd.Path, cmd.Args[0] = bash, "bash"
	w := windowtest.New(t, 100, 30)
	p := w.Start(cmd)
	t.Cleanup(func() { s.run("", "session", "stop", "latest", "--kill") })
	pictures := func() int { return strings.Count(w.History()+w.Text(), "flow  running") }
	w.Await(`flow  running(?s:.*)long +working`)
	w.Keys("\x1a")
	w.Await(`stopped by Ctrl-Z: the agents work on,(?s:.*)Ctrl-\\ hands(?s:.*)code 14[78]$`)
	if n := pictures(); n != 0 {
		t.Errorf("%d pictures are left:\n%s", n, w.Text())
	}
	w.Keys("\r")
	w.Await(`behind$`)
	if n := pictures(); n != 0 {
		t.Errorf("%d pictures are painted in the background:\n%s", n, w.Text())
	}
	w.Keys("\r")
	w.Await(`behind(?s:.*)flow  running(?s:.*)long +working`)
	w.Keys("\x1a") // again
	w.Await(`behind(?s:.*)stopped by Ctrl-Z(?s:.*)code 14[78]`)
	w.Await(`hung up, and stopped`)
	_ = p.Ends()
}

// What is said of an agent that was lost depends on whether there is a host:
// one that lives refuses the resume and acts by itself. Who follows sees the
// next attempt.
func TestLostUnderAHost(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	flow := "stages: [{id: only, tasks: [{id: long, prompt: x, ai_cmd: \"sh -c 'echo at work $ROODA_ITERATION_KEY; sleep 60'\"}]}]"
	id := s.detached(flow)
	s.run("", "wait", id+"/long", "--for", "text:at work", "--timeout", "10s").wants(t, 0)
	w, p := s.attach(80, 24, id+"/long")
	w.Await("at work")
	follower, following := s.attach(80, 24, id+"/long", "--follow")
	follower.Await(`at work \S+/long/1/0`)
	var shim struct{ Process struct{ Pid int } }
	data, err := os.ReadFile(filepath.Join(s.home, "sessions", id, "tasks", "long", "1", "shim.json"))
	if err == nil {
		err = json.Unmarshal(data, &shim)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(shim.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := p.End(); code != 69 {
		t.Errorf("exit code %d", code)
	}
	w.Await(`the rooda that runs it starts it again; then:\s+rooda attach \S+/long`)
	s.run("", "wait", id+"/long", "--for", "text:at work", "--timeout", "10s").wants(t, 0)
	follower.Await(`at work \S+/long/2/0`)
	follower.Keys("\x1c")
	if code := following.End(); code != 0 {
		t.Errorf("exit code %d after following", code)
	}
	clean(t, follower)
}
