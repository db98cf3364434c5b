package shim

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/ptytest"
)

// takeOver adopts the agent of a request for the host of an epoch, and ends it with the test.
func takeOver(t *testing.T, r Request, epoch int) (*Terminal, *ptytest.Tape) {
	t.Helper()
	tape := ptytest.NewTape()
	term, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: epoch, Tap: tape, Hands: func(pty.Hands) {}})
	if err != nil {
		t.Fatalf("adopt: %v", err)
	}
	t.Cleanup(func() { term.Close() })
	return term.(*Terminal), tape
}

// A shim that was stopped is taken over all the same, and goes on where it stands when it
// is woken, for the latest host only.
func TestStoppedShimIsAdopted(t *testing.T) {
	t.Parallel()
	spec, first := ptytest.Spec(t, "")
	own, rest := filepath.Join(spec.Dir, "own"), filepath.Join(spec.Dir, "rest")
	spec.Env = ptytest.Environ("flood 4000000 " + own + " " + rest)
	r := asked(t, spec)
	before := begin(t, r)
	eventually(t, "some output", func() bool { return len(first.String()) > 1_000_000 })
	before.Release()
	hang(t, r.Dir)
	if err := os.WriteFile(rest, nil, 0o600); err != nil { // not before: an end that is on disk would count, whatever the shim is
		t.Fatal(err)
	}

	late, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := before.client.Signal(late, syscall.SIGKILL); err == nil {
		t.Error("a stopped shim has answered")
	}
	second, _ := takeOver(t, r, 2)
	if second.Current(t.Context()) {
		t.Error("what is seen of a stopped shim counts as current")
	}
	if second.Pid() != 0 || second.Shim() != before.Shim() {
		t.Errorf("agent %d, shim %d", second.Pid(), second.Shim())
	}
	second.Release()
	third, tape := takeOver(t, r, 3)
	if state, err := Probe(t.Context(), r.Dir); state != Running || err != nil {
		t.Errorf("probe: %s, %v", state, err)
	}

	syscall.Kill(third.Shim(), syscall.SIGCONT)
	exit := ptytest.End(t, third)
	want, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	if log, err := os.ReadFile(r.Spec.Log); err != nil || !bytes.Equal(log, want) || tape.String() != string(want) || len(want) != 4_000_000 {
		t.Errorf("tap %d bytes, log %d, the agent's own %d, %v", len(tape.String()), len(log), len(want), err)
	}
	if exit.Code != 0 || exit.Signal != 0 || third.Pid() != before.Pid() {
		t.Errorf("exit %+v, agent %d, want %d", exit, third.Pid(), before.Pid())
	}
}

// One that is woken obeys the latest host, and is current once it has caught up.
func TestStoppedShimIsFenced(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "stubborn")
	before := begin(t, keyed(r))
	tape.Await(t, "ready")
	hang(t, r.Dir)
	term, again := takeOver(t, r, 2)
	syscall.Kill(term.Shim(), syscall.SIGCONT)
	again.Await(t, "ready")
	eventually(t, "current", func() bool { return term.Current(t.Context()) })
	var old *EpochError
	if err := before.Signal(t.Context(), syscall.SIGKILL); !errors.As(err, &old) || old.Current != 2 {
		t.Errorf("the host before may still act: %v", err)
	}
	if dead(before.Pid()) || term.Pid() != before.Pid() {
		t.Errorf("agent %d, want %d, which lives", term.Pid(), before.Pid())
	}
}

// The agent of a stopped shim can be ended by whoever has taken it over.
func TestStoppedShimIsAdoptedAndStopped(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*Terminal) error{
		"stop":  func(t *Terminal) error { return t.Stop(context.Background()) },
		"close": (*Terminal).Close,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, tape := request(t, "stubborn")
			before := begin(t, keyed(r))
			tape.Await(t, "ready")
			before.Release()
			hang(t, r.Dir)
			term, _ := takeOver(t, r, 2)
			late := time.AfterFunc(15*time.Second, func() { panic(name + " has no end") })
			defer late.Stop()
			if err := end(term); err != nil {
				t.Error(err)
			}
			if _, err := term.Wait(t.Context()); !errors.Is(err, ErrLost) {
				t.Errorf("wait: %v", err)
			}
			eventually(t, "agent and shim are dead", func() bool { return dead(before.Pid()) && dead(before.Shim()) })
		})
	}
}

// Where the recorded process is gone and somebody else listens in its place, nothing is
// said of the agent.
func TestForeignListener(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "stubborn")
	term := begin(t, keyed(r))
	tape.Await(t, "ready")
	usurp(t, r.Dir)
	term.Release()
	syscall.Kill(term.Shim(), syscall.SIGKILL)
	eventually(t, "shim is dead", func() bool { return dead(term.Shim()) })
	state, err := Probe(t.Context(), r.Dir)
	var foreign *ListenerError
	if !errors.As(err, &foreign) || state != "" || foreign.Pid != term.Shim() || !strings.Contains(foreign.Hint(), foreign.Socket) {
		t.Errorf("probe: %s, %v", state, err)
	}
	if _, err := Adopt(t.Context(), Adoption{Dir: r.Dir, RunDir: r.RunDir, Epoch: 2}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("adopt: %v", err)
	}
}

// What was asked of a stopped shim and given up is not done when it is woken: whoever asked
// believes so. A text that does not fit into what is read with the head of a request is no
// exception.
func TestStoppedShimForgets(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"short": "quit\n", "as long as a piece of a paste": strings.Repeat("quit\n", 818)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, tape := request(t, "echo")
			term := begin(t, r)
			tape.Await(t, "ready")
			hang(t, r.Dir)
			c := Dial(r.Dir)
			defer c.Close()
			for i := range 6 {
				late, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				if err := c.Input(late, []byte(text), InputOptions{Who: Human, Paste: i%2 == 1}); err == nil {
					t.Error("a stopped shim has answered")
				}
				cancel()
			}
			for _, m := range []Sending{{Text: []byte(text), Enter: true}, {Text: bytes.Repeat([]byte(text), 200_000/len(text)), Paste: true}} {
				late, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				if _, err := c.Send(late, m); err == nil {
					t.Error("a stopped shim has answered")
				}
				cancel()
			}
			syscall.Kill(term.Shim(), syscall.SIGCONT)
			if err := c.Input(t.Context(), []byte("hello\n"), InputOptions{Who: Human}); err != nil {
				t.Fatal(err)
			}
			tape.Await(t, "hello")
			if state, err := Probe(t.Context(), r.Dir); state != Running || err != nil || strings.Contains(tape.String(), "quit") {
				t.Errorf("probe: %s, %v; the terminal shows %q", state, err, tape.String())
			}
			var deeds []Deed
			eventually(t, "what was typed is on record", func() bool { deeds, _ = Deeds(r.Dir, 0); return len(deeds) > 0 })
			if deeds[0].Bytes != int64(len("hello\n")) {
				t.Errorf("on record are %+v", deeds)
			}
		})
	}
}

// One that was stopped for so long that its socket takes nobody any more is as silent as before.
func TestCrowdedSocket(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse")
	}
	path := filepath.Join(runDir(t), "crowded")
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	if err := errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}), syscall.Listen(fd, 1)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if conn, err := net.Dial("unix", path); err == nil {
			defer conn.Close()
		}
	}
	c := Dial(path)
	defer c.Close()
	if _, err := c.Task(t.Context()); !errors.Is(err, ErrSilent) || !errors.Is(err, ErrUnreachable) {
		t.Errorf("task: %v", err)
	}
	if !answers(path) {
		t.Error("nobody seems to listen")
	}
}

// A host whose shim is stopped while it types can tell: some of it is with the agent, so it is not to be
// typed again. What had not been begun is told apart, and comes to nothing when the shim is woken.
func TestStoppedShimHasBegun(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, "")
	host := hostAt(t, r, 1)
	text := strings.Repeat("x", 200_000)
	ctx, giveUp := context.WithCancel(noting(t.Context()))
	defer giveUp()
	result := make(chan error, 1)
	go func() { result <- host.Input(ctx, []byte(text), InputOptions{}) }()
	eventually(t, "the shim types", func() bool { return begun(ctx) })
	hang(t, r.Dir)
	giveUp()
	if err := <-result; !errors.Is(err, ErrBegun) || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped while it typed: %v", err)
	}
	late, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := host.Input(late, []byte("never"), InputOptions{}); err == nil || errors.Is(err, ErrBegun) {
		t.Errorf("stopped before: %v", err)
	}
	syscall.Kill(shimOf(t, r.Dir), syscall.SIGCONT)
	read()
	if err := c.Input(t.Context(), []byte("last"), InputOptions{Who: Human}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return strings.HasSuffix(typed(), "last") })
	if got := strings.TrimSuffix(typed(), "last"); strings.Trim(got, "x") != "" || len(got) >= len(text) {
		t.Errorf("the agent has got %d bytes, %.20q", len(got), got)
	}
}
