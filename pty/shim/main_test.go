package shim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rooda/pty"
	"rooda/pty/ptytest"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		syscall.Exit(Main(os.Stderr)) // os.Exit takes a second longer with the race detector
	}
	playStarter()
	poke()
	pretend()
	ptytest.Play()
	// A shim that was let go of is waited for as long as it lives.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("rooda/pty/shim.(*handshake).wait"))
}

// request is what starts an agent that plays a part, in folders of the test's own.
func request(t testing.TB, part string) (Request, *ptytest.Tape) {
	t.Helper()
	spec, tape := ptytest.Spec(t, part)
	return asked(t, spec), tape
}

func asked(t testing.TB, spec pty.Spec) Request {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Request{
		Dir: filepath.Dir(spec.Log), RunDir: runDir(t), Self: self, Spec: spec, Epoch: 1, Unowned: time.Minute,
	}
}

// runDir is a folder for sockets with a short path.
func runDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "shim")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// begin starts an agent, which ends with the test.
func begin(t testing.TB, r Request) *Terminal {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	term, err := Start(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		term.Close()
		dismiss(t, term.(*Terminal))
	})
	return term.(*Terminal)
}

// dismiss ends a shim that is left of a test, and its agent: no host may, where another one has come.
func dismiss(t testing.TB, term *Terminal) {
	t.Helper()
	for _, sig := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGKILL} {
		select {
		case <-term.reaped:
			return
		default:
			syscall.Kill(term.Shim(), sig)
		}
		select {
		case <-term.reaped:
			return
		case <-time.After(5 * time.Second):
			t.Errorf("the shim stays when it is sent %s", sig)
		}
	}
}

// The suite that terminals in this process pass as well.
func TestConformance(t *testing.T) {
	ptytest.Run(t, func(t testing.TB, spec pty.Spec) pty.Terminal {
		t.Helper()
		return begin(t, asked(t, spec))
	})
}

// pokeVariable makes the test binary a process that looks at an agent and
// types into its terminal.
const pokeVariable = "SHIM_TEST_POKE"

func poke() {
	dir := os.Getenv(pokeVariable)
	if dir == "" {
		return
	}
	c := Dial(dir)
	_, err := c.Task(context.Background())
	fmt.Println("looked", err)
	fmt.Println("typed", c.Input(context.Background(), []byte("poke\n"), InputOptions{Who: "human"}))
	_, err = c.Attach(context.Background(), AttachOptions{ReadOnly: true})
	fmt.Println("attached", err)
	os.Exit(0)
}
