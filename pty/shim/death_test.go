package shim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// shimOf is the process that keeps an agent's terminal.
func shimOf(t testing.TB, dir string) int {
	t.Helper()
	var r record
	if err := load(dir, ShimFile, &r); err != nil {
		t.Fatal(err)
	}
	return r.Process.Pid
}

func dead(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

// keyed gives the processes of a request a key that no other run has.
func keyed(r Request) Request {
	r.Spec.Key = "shim " + r.Dir
	r.Spec.Env = append(r.Spec.Env, pty.KeyVariable+"="+r.Spec.Key)
	return r
}

// A shim that is killed takes its agent along, and only it; its host learns
// that the agent is lost after it has got all output that there was.
func TestShimIsKilled(t *testing.T) {
	r, tape := request(t, "stubborn")
	other, otherTape := request(t, "polite")
	term, spared := begin(t, keyed(r)), begin(t, other)
	tape.Await(t, "ready")
	otherTape.Await(t, "ready")
	syscall.Kill(shimOf(t, r.Dir), syscall.SIGKILL)

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if exit, err := term.Wait(ctx); !errors.Is(err, ErrLost) {
		t.Fatalf("wait: %+v, %v", exit, err)
	}
	eventually(t, "agent is dead", func() bool { return dead(term.Pid()) })
	if log, err := os.ReadFile(r.Spec.Log); err != nil || tape.String() != string(log) {
		t.Errorf("tap %q, log %q, %v", tape.String(), log, err)
	}
	if err := term.Input(t.Context(), []byte("x")); !errors.Is(err, pty.ErrExited) {
		t.Errorf("input: %v", err)
	}
	if err := term.Stop(t.Context()); err != nil {
		t.Errorf("stop: %v", err)
	}
	if state, err := Probe(t.Context(), r.Dir); state != Lost || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
	if _, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2}); !errors.Is(err, ErrLost) {
		t.Errorf("adopt: %v", err)
	}
	if state, _ := Probe(t.Context(), other.Dir); state != Running || dead(spared.Pid()) {
		t.Errorf("the other agent is %s", state)
	}
}

// recordAnother makes a shim's record that of a process which had its number before, and returns the real one.
func recordAnother(t *testing.T, r Request) (real record) {
	t.Helper()
	if err := load(r.Dir, ShimFile, &real); err != nil {
		t.Fatal(err)
	}
	another := real
	another.Process.Started = "0"
	if err := store(r.Dir, ShimFile, another); err != nil {
		t.Fatal(err)
	}
	return real
}

// A shim whose socket answers is not lost, whatever its record says of its process.
func TestSocketIsBelieved(t *testing.T) {
	r, tape := request(t, "stubborn")
	term := begin(t, keyed(r))
	tape.Await(t, "ready")
	real := recordAnother(t, r)
	if state := term.look(); state != Unreachable {
		t.Errorf("its host takes it for %s", state)
	}
	if state, err := Probe(t.Context(), r.Dir); state != Running || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}
	if err := os.WriteFile(filepath.Join(r.Dir, ShimFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if state := term.look(); state != Unreachable {
		t.Errorf("with a damaged record its host takes it for %s", state)
	}
	if err := store(r.Dir, ShimFile, real); err != nil {
		t.Fatal(err)
	}
	syscall.Kill(real.Process.Pid, syscall.SIGKILL)
	eventually(t, "lost", func() bool { return term.look() == Lost })
}

// The agent works on without its host, and its end is on record.
func TestHostIsGone(t *testing.T) {
	for _, part := range []string{"exit 3", "echo"} {
		r, tape := request(t, part)
		term := begin(t, r)
		tape.Await(t, "")
		if err := term.Release(); err != nil {
			t.Fatal(err)
		}
		if _, err := term.Wait(t.Context()); !errors.Is(err, ErrReleased) {
			t.Errorf("wait: %v", err)
		}
		want := 3
		if part == "echo" {
			want = 0
			if state, err := Probe(t.Context(), r.Dir); state != Running || err != nil {
				t.Fatalf("probe: %s, %v", state, err)
			}
			c := Dial(r.Dir)
			if err := c.Input(t.Context(), []byte("quit\n"), InputOptions{Who: "human"}); err != nil {
				t.Fatal(err)
			}
			c.Close()
		}
		eventually(t, "finished", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Finished })
		eventually(t, "socket is gone", func() bool { left, _ := os.ReadDir(r.RunDir); return len(left) == 0 })

		again := ptytest.NewTape()
		next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2, Tap: again})
		if err != nil {
			t.Fatal(err)
		}
		exit := ptytest.End(t, next)
		if exit.Code != want || exit.Bytes == 0 || exit.EndedAt.IsZero() {
			t.Errorf("exit %+v", exit)
		}
		if log, err := os.ReadFile(r.Spec.Log); err != nil || again.String() != string(log) || len(log) == 0 {
			t.Errorf("replayed %q, log %q, %v", again.String(), log, err)
		}
		if s, err := next.Snapshot(t.Context()); err != nil || !strings.Contains(s.Text(), map[string]string{"exit 3": "bye", "echo": "ready"}[part]) {
			t.Errorf("last screen: %v, %v", s, err)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What hosts that come and go have seen, and the log, is what the agent wrote
// down for itself.
func TestOutputIsTheAgentsOwn(t *testing.T) {
	spec, first := ptytest.Spec(t, "")
	own := filepath.Join(spec.Dir, "own")
	spec.Env = ptytest.Environ("flood 8000000 " + own)
	r := asked(t, spec)
	term := begin(t, r)
	eventually(t, "some output", func() bool { return len(first.String()) > 1_000_000 })
	term.Release()
	for epoch := 2; epoch < 6; epoch++ {
		tape := ptytest.NewTape()
		next, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: epoch, Tap: tape})
		if err != nil {
			t.Fatal(err)
		}
		if epoch < 5 {
			eventually(t, "some output", func() bool { return len(tape.String()) > 2_000_000 })
			next.(*Terminal).Release()
			continue
		}
		exit := ptytest.End(t, next)
		want, err := os.ReadFile(own)
		if err != nil {
			t.Fatal(err)
		}
		log, err := os.ReadFile(r.Spec.Log)
		if err != nil {
			t.Fatal(err)
		}
		if tape.String() != string(want) || !bytes.Equal(log, want) || exit.Bytes != int64(len(want)) || len(want) != 8_000_000 {
			t.Errorf("tap %d bytes, log %d, exit %+v, the agent's own %d", len(tape.String()), len(log), exit, len(want))
		}
		next.Close()
	}
}

// TERM to the shim ends the agent in peace.
func TestShimIsTerminated(t *testing.T) {
	r, tape := request(t, "polite")
	term := begin(t, r)
	tape.Await(t, "ready")
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM} {
		syscall.Kill(shimOf(t, r.Dir), sig)
	}
	if exit := ptytest.End(t, term); exit.Code != 7 || !exit.Killed {
		t.Errorf("exit %+v", exit)
	}
}

// A process that has left the agent's session, its group and its environment
// behind is still its descendant.
func TestDaemonsAreSwept(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `setsid env -i sh -c 'sleep 60 & echo $! > pid; wait' & while [ ! -s pid ]; do sleep 0.01; done; echo $(cat pid)`}
	exit := ptytest.End(t, begin(t, r))
	var pid int
	if _, err := fmt.Sscan(tape.String(), &pid); err != nil {
		t.Fatalf("output %q", tape.String())
	}
	if exit.Swept < 1 || !dead(pid) {
		t.Errorf("process %d is dead: %t, exit %+v", pid, dead(pid), exit)
	}
}

// Orphans that end while the agent works are reaped.
func TestOrphansAreReaped(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `for i in 1 2 3 4 5; do sh -c 'sleep 0.05 &'; done; sleep 0.5; echo ready; read line`}
	term := begin(t, r)
	tape.Await(t, "ready")
	eventually(t, "no zombies", func() bool {
		stats, _ := filepath.Glob("/proc/[0-9]*/stat")
		for _, name := range stats {
			stat, _ := os.ReadFile(name)
			if strings.Contains(string(stat), fmt.Sprintf(") Z %d ", shimOf(t, r.Dir))) {
				return false
			}
		}
		return true
	})
	term.Close()
}

// Nothing of the environment or the prompt is on disk, nor to be read in the
// shim's own environment.
func TestSecretsStayOffTheDisk(t *testing.T) {
	r, tape := request(t, "deaf")
	const secret = "a-secret-of-this-test"
	r.Spec.Env = append(r.Spec.Env, "TOKEN="+secret)
	r.Spec.StdinPipe, r.Spec.Stdin = true, []byte("prompt "+secret)
	begin(t, r)
	tape.Await(t, "ready")
	files, err := filepath.Glob(filepath.Join(r.Dir, "*"))
	if err != nil || len(files) < 4 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, pid := range []string{"environ", "cmdline"} {
		files = append(files, fmt.Sprintf("/proc/%d/%s", shimOf(t, r.Dir), pid))
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		if bytes.Contains(data, []byte(secret)) {
			t.Errorf("%s holds the secret", name)
		}
		if info, err := os.Stat(name); err == nil && strings.HasPrefix(name, r.Dir) && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
}

// An agent that nobody follows lives for ever, unless somebody said how long.
func TestUnownedByDefault(t *testing.T) {
	if l := newLaunch(Request{}, ""); l.Unowned >= 0 {
		t.Errorf("it is ended after %s", l.Unowned)
	}
}

// An agent that nobody follows and that says nothing does not live longer than
// was said.
func TestUnowned(t *testing.T) {
	r, tape := request(t, "deaf")
	r.Unowned = 300 * time.Millisecond
	term := begin(t, r)
	tape.Await(t, "ready")
	time.Sleep(3 * r.Unowned)
	if state, _ := Probe(t.Context(), r.Dir); state != Running {
		t.Fatalf("an agent with a host is %s", state)
	}
	term.Release()
	eventually(t, "finished", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Finished })
	var e Exit
	if err := load(r.Dir, ExitFile, &e); err != nil || !e.Killed {
		t.Errorf("exit %+v, %v", e, err)
	}
}

// When the end cannot be recorded, its host is told all the same, and it is
// recorded as soon as that can be.
func TestNoPlaceForTheRecord(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "polite")
	r.Spec.Dir = "/"
	term := begin(t, r)
	tape.Await(t, "ready")
	away := r.Dir + " away"
	if err := os.Rename(r.Dir, away); err != nil {
		t.Fatal(err)
	}
	if err := term.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if exit := ptytest.End(t, term); exit.Code != 7 {
		t.Errorf("exit %+v", exit)
	}
	if err := os.Rename(away, r.Dir); err != nil {
		t.Fatal(err)
	}
	eventually(t, "recorded", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Finished })
}

// A session that was removed under its shim does not keep that alive.
func TestRemovedSession(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "polite")
	r.Spec.Dir = "/"
	term := begin(t, r)
	tape.Await(t, "ready")
	shim := term.Shim()
	if err := os.RemoveAll(r.Dir); err != nil {
		t.Fatal(err)
	}
	if err := term.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	ptytest.End(t, term)
	for ended := time.Now(); !dead(shim); time.Sleep(20 * time.Millisecond) {
		if time.Since(ended) > orphaned {
			t.Fatal("the shim waits for a folder that nobody makes again")
		}
	}
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	r, tape := request(t, "echo")
	r.Spec.Log = "/dev/full"
	var told atomic.Value
	r.Spec.Hands = func(h pty.Hands) { told.Store(h.LogErr) }
	term := begin(t, r)
	tape.Await(t, "ready\r\n")
	eventually(t, "the host is told", func() bool {
		text, _ := told.Load().(string)
		return strings.Contains(text, syscall.ENOSPC.Error())
	})
	c := Dial(r.Dir)
	defer c.Close()
	if task, err := c.Task(t.Context()); err != nil || task.LogError == nil || !errors.Is(task.LogError.err(), syscall.ENOSPC) {
		t.Errorf("task %+v, %v", task, err)
	}
	v, err := c.Attach(t.Context(), AttachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Input([]byte("hello\nquit\n")); err != nil {
		t.Fatal(err)
	}
	if exit := ptytest.End(t, term); exit.Code != 0 || !errors.Is(exit.LogErr, syscall.ENOSPC) {
		t.Errorf("exit %+v", exit)
	}
	if !strings.Contains(tape.String(), "got 5 hello") {
		t.Errorf("tap %q", tape.String())
	}
	seen := ""
	for {
		m, err := v.Receive()
		if err != nil {
			break
		}
		seen += string(m.Data) + m.Styled // it may have been there already
	}
	if !strings.Contains(seen, "got 5 hello") {
		t.Errorf("viewer saw %q", seen)
	}
}

// held is a tap that takes nothing until it is let go.
type held struct {
	*ptytest.Tape
	goOn <-chan struct{}
}

func (h held) Write(p []byte) (int, error) {
	<-h.goOn
	return h.Tape.Write(p)
}

// When the disk is full and the host too slow, it misses output, but neither
// the rest of it nor the end.
func TestFullDiskAndASlowHost(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	r, tape := request(t, "flood 6000000")
	r.Spec.Log = "/dev/full"
	release := make(chan struct{})
	r.Spec.Tap = held{tape, release}
	term := begin(t, r)
	c := Dial(r.Dir)
	defer c.Close()
	eventually(t, "the agent has written all", func() bool { state, _ := Probe(t.Context(), r.Dir); return state == Finished })
	if _, err := term.Follow(t.Context(), 0, io.Discard); !errors.Is(err, pty.ErrGap) {
		t.Errorf("follow from the beginning: %v", err)
	}
	var last bytes.Buffer
	if _, err := c.Output(t.Context(), 6_000_000, false, &last); err != nil || last.Len() == 0 {
		t.Errorf("the last output: %d bytes, %v", last.Len(), err)
	}
	close(release)
	exit := ptytest.End(t, term)
	if got := tape.String(); exit.Code != 0 || exit.LogErr == nil || int64(len(got)) >= exit.Bytes || !strings.HasSuffix(got, last.String()) {
		t.Errorf("exit %+v, tap %d bytes", exit, len(got))
	}
}
