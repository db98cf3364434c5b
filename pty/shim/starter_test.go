package shim

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// starterVariable makes the test binary a host that stops at a step of the
// handshake, and waits there to be killed.
const starterVariable = "SHIM_TEST_STARTER"

type starter struct {
	Dir, RunDir, Step, Part, Key string
	Epoch                        int
}

func (s starter) request() (Request, error) {
	self, err := os.Executable()
	return Request{
		Dir: s.Dir, RunDir: s.RunDir, Self: self, Epoch: max(s.Epoch, 1), Unowned: time.Minute,
		Spec: pty.Spec{
			Path: self, Argv: []string{"agent"}, Dir: s.Dir, Key: s.Key,
			Env: append(ptytest.Environ(s.Part), pty.KeyVariable+"="+s.Key),
			Log: filepath.Join(s.Dir, "output.log"),
		},
	}, err
}

func playStarter() {
	text := os.Getenv(starterVariable)
	if text == "" {
		return
	}
	var s starter
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(err)
	}
	r, err := s.request()
	if err != nil {
		panic(err)
	}
	r.step = func(name string) {
		if name == s.Step {
			fmt.Println("at", name)
			select {}
		}
	}
	_, err = Start(context.Background(), r)
	panic(fmt.Sprint("got through: ", err))
}

// halted starts a host that stops at its step.
func halted(t *testing.T, s starter) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), starterVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || strings.TrimSpace(line) != "at "+s.Step {
		t.Fatalf("starter said %q, %v", line, err)
	}
	return cmd
}

// processes counts the processes of this user for which match says yes to
// their command line and environment.
func processes(t *testing.T, match func(cmdline, environ string) bool) (pids []int) {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil || len(dirs) == 0 {
		t.Skip("no /proc here")
	}
	for _, dir := range dirs {
		cmdline, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		environ, _ := os.ReadFile(filepath.Join(dir, "environ"))
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		if !bytes.Contains(stat, []byte(") Z ")) && match(string(cmdline), string(environ)) {
			var pid int
			fmt.Sscan(filepath.Base(dir), &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

func agents(t *testing.T, key string) []int {
	return processes(t, func(_, environ string) bool {
		return strings.Contains("\x00"+environ, "\x00"+pty.KeyVariable+"="+key+"\x00")
	})
}

func shims(t *testing.T, dir string) []int {
	return processes(t, func(cmdline, _ string) bool {
		return cmdline == strings.Join([]string{"rooda", Command, dir, ""}, "\x00")
	})
}

// eventually waits until what has come true.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// A host that is killed at any step of the handshake leaves either nothing, so
// that the agent can be started again, or an agent that is on record.
func TestStarterIsKilled(t *testing.T) {
	for _, step := range []string{"spawn", "launch", "ready", "go", "pid", "done"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			s := starter{Dir: t.TempDir(), RunDir: runDir(t), Step: step, Part: "deaf", Key: "starter " + step + t.TempDir()}
			host := halted(t, s)
			if step == "ready" {
				time.Sleep(20 * time.Millisecond) // so that it is
			}
			host.Process.Kill()
			host.Wait()

			running := step == "pid" || step == "done"
			if running {
				eventually(t, "agent runs", func() bool {
					state, _ := Probe(t.Context(), s.Dir)
					return state == Running && len(agents(t, s.Key)) > 0
				})
			} else {
				eventually(t, "shim is gone", func() bool { return len(shims(t, s.Dir)) == 0 })
				if got := agents(t, s.Key); len(got) != 0 {
					t.Errorf("an agent runs that nobody recorded: %v", got)
				}
				if left, _ := os.ReadDir(s.RunDir); len(left) != 0 {
					t.Errorf("left in the folder for sockets: %v", left)
				}
			}
			term, err := Adopt(t.Context(), Adoption{Dir: s.Dir, RunDir: s.RunDir, Epoch: 2})
			if !running {
				if !errors.Is(err, ErrNeverStarted) {
					t.Fatalf("adopt: %v", err)
				}
				s.Epoch = 2
				r, err := s.request()
				if err != nil {
					t.Fatal(err)
				}
				term = begin(t, r)
			} else if err != nil {
				t.Fatal(err)
			}
			if got := agents(t, s.Key); len(got) != 1 || got[0] != term.Pid() {
				t.Errorf("agents %v, want %d", got, term.Pid())
			}
			if err := term.Close(); err != nil {
				t.Error(err)
			}
			if got := agents(t, s.Key); len(got) != 0 {
				t.Errorf("agents %v survive", got)
			}
		})
	}
}

// A host that is stopped just before it says go cannot start the agent any
// more when another host has found that it was never started.
func TestStarterIsOvertaken(t *testing.T) {
	s := starter{Dir: t.TempDir(), RunDir: runDir(t), Part: "deaf", Key: "overtaken " + t.TempDir()}
	r, err := s.request()
	if err != nil {
		t.Fatal(err)
	}
	r.step = func(name string) {
		if name != "go" {
			return
		}
		if _, err := Adopt(t.Context(), Adoption{Dir: s.Dir, RunDir: s.RunDir, Epoch: 2}); !errors.Is(err, ErrNeverStarted) {
			t.Errorf("adopt: %v", err)
		}
	}
	_, err = Start(t.Context(), r)
	var old *EpochError
	if !errors.As(err, &old) || old.Epoch != 1 || old.Current != 2 {
		t.Errorf("start: %v", err)
	}
	if got := agents(t, s.Key); len(got) != 0 {
		t.Errorf("agents %v", got)
	}
	if state, err := Probe(t.Context(), s.Dir); state != Never || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
}

// When the context ends in the handshake there is no agent and no trace.
func TestStartIsCancelled(t *testing.T) {
	for _, step := range []string{"launch", "ready", "go", "pid", "done"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			s := starter{Dir: t.TempDir(), RunDir: runDir(t), Part: "deaf", Key: "cancelled " + step + t.TempDir()}
			r, err := s.request()
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			r.step = func(name string) {
				if name == step {
					cancel()
					time.Sleep(20 * time.Millisecond)
				}
			}
			if _, err := Start(ctx, r); !errors.Is(err, context.Canceled) {
				t.Errorf("start: %v", err)
			}
			eventually(t, "all is gone", func() bool { return len(shims(t, s.Dir)) == 0 && len(agents(t, s.Key)) == 0 })
			if state, err := Probe(t.Context(), s.Dir); state != Never || err != nil {
				t.Errorf("probe: %s, %v", state, err)
			}
			if left, _ := os.ReadDir(s.RunDir); len(left) != 0 {
				t.Errorf("left in the folder for sockets: %v", left)
			}
		})
	}
}

func TestStartFails(t *testing.T) {
	good, _ := request(t, "exit 0")
	used, _ := request(t, "exit 0")
	ptytest.End(t, begin(t, used))
	tests := []struct {
		name string
		edit func(*Request)
		want error
		text string
	}{
		{"no program", func(r *Request) { r.Spec.Path = "/nowhere/agent" }, syscall.ENOENT, "start agent's terminal: start /nowhere/agent: fork/exec /nowhere/agent: no such file"},
		{"no folder to work in", func(r *Request) { r.Spec.Dir = "/nowhere" }, syscall.ENOENT, "no such file"},
		{"no log", func(r *Request) { r.Spec.Log = "" }, pty.ErrNoLog, ""},
		{"no folder", func(r *Request) { r.Dir += "/missing" }, syscall.ENOENT, ""},
		{"no shim", func(r *Request) { r.Self = "/nowhere/rooda" }, os.ErrNotExist, "start shim"},
		{"used folder", func(r *Request) { r.Dir = used.Dir }, os.ErrExist, "shim.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := good
			tt.edit(&r)
			_, err := Start(t.Context(), r)
			if tt.name == "used folder" {
				if err == nil || !strings.Contains(err.Error(), tt.text) {
					t.Errorf("start: %v", err)
				}
				return
			}
			if !errors.Is(err, tt.want) || !strings.Contains(fmt.Sprint(err), tt.text) {
				t.Errorf("start: %v, want %v with %q", err, tt.want, tt.text)
			}
			if state, _ := Probe(t.Context(), r.Dir); state != Never {
				t.Errorf("probe: %s", state)
			}
		})
	}
	var path *os.PathError
	r := good
	r.Spec.Path = "/nowhere/agent"
	if _, err := Start(t.Context(), r); !errors.As(err, &path) || path.Err != syscall.ENOENT {
		t.Errorf("start: %v", err)
	}
}

// What shim and starter talk by is not the agent's.
func TestAgentInheritsNoPipe(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `for fd in 3 4; do (eval ": >&$fd") 2>/dev/null && echo "has $fd"; done; echo looked`}
	if exit := ptytest.End(t, begin(t, r)); exit.Code != 0 || tape.String() != "looked\r\n" {
		t.Errorf("exit %+v, said %q", exit, tape.String())
	}
}
