package attach_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/shim"
	"rooda/pty/vt"
	"rooda/session"
)

// queue are two agents that wait for a person, two the longer.
func queue(t *testing.T) *stage {
	s := newStage(t, "one", "two")
	for _, name := range []string{"one", "two"} {
		s.start(name, "sh", "-c", "echo I am "+name+"; sleep 60")
	}
	s.waits()
	return s
}

// waits has both wait for a person.
func (s *stage) waits() {
	now := time.Now()
	s.save(func(r *session.Record) {
		for name, ago := range map[string]time.Duration{"one": time.Minute, "two": time.Hour} {
			r.Tasks[name].Status = session.WaitingForUser
			r.Tasks[name].Interaction = &session.Interaction{Kind: "permission", Since: now.Add(-ago)}
		}
	})
}

// TestSignalsAtThePrompt of attach --next leave the terminal clean as well.
func TestSignalsAtThePrompt(t *testing.T) {
	t.Parallel()
	s := queue(t)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT} {
		w, p := s.attach(80, 24, "--next")
		w.Await("I am two")
		w.Keys("\x1c")
		w.Await(`any other key stops\]`)
		awaitRaw(t, w)
		p.Signal(sig)
		if code := p.End(); code != 128+int(sig) {
			t.Errorf("%v: exit code %d", sig, code)
		}
		clean(t, w)
		w.Await(`ended by SIG\w+; back with: rooda attach --next`)
	}
}

// awaitRaw waits until the window's terminal hands over each key.
func awaitRaw(t *testing.T, w *windowtest.Window) {
	t.Helper()
	usual := w.Termios()
	for begun := time.Now(); w.Termios().Lflag&syscall.ICANON != 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > windowtest.Patience {
			t.Fatalf("the terminal stays as it was: %+v\n%s", usual, w.Text())
		}
	}
}

// TestStopAtThePrompt, by a signal that can be caught, by one that cannot and by the key, and in
// the background. The question is asked once more, and only once.
func TestStopAtThePrompt(t *testing.T) {
	t.Parallel()
	s := queue(t)
	const key = syscall.Signal(0)
	for _, sig := range []syscall.Signal{syscall.SIGTSTP, syscall.SIGSTOP, key} {
		w := windowtest.New(t, 120, 24)
		cmd := s.command("attach", "--next")
		script := `set -m; "$@"; bg >/dev/null; echo background; read x; echo got "$x"; read x; fg >/dev/null`
		cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
		p := w.Start(cmd)
		w.Await("I am two")
		w.Keys("\x1c")
		w.Await(`any other key stops\]`)
		awaitRaw(t, w)
		pid := children(t, p.Pid())[0]
		if sig == key {
			w.Keys("\x1a")
		} else {
			syscall.Kill(pid, sig)
		}
		w.Await("background")
		stopped(t, pid)
		w.Keys("key\n")
		w.Await("got key")
		stopped(t, pid)
		before := len(w.Raw())
		w.Keys("\n")
		w.Until("ask again", func(_ *vt.Snapshot, raw []byte) bool {
			return strings.Contains(string(raw[before:]), "any other key stops] ")
		})
		awaitRaw(t, w)
		w.Keys("\r")
		w.Await("I am one")
		if n := strings.Count(string(w.Raw()[before:]), "any other key stops] "); n != 1 {
			t.Errorf("%v: asked %d times more", sig, n)
		}
		syscall.Kill(pid, syscall.SIGTTIN) // as one of the background that comes late
		w.Keys("late")
		w.Await("late")
		w.Keys("\x1c")
		w.Await("nobody else waits")
		p.End()
		if sig != syscall.SIGSTOP { // which leaves the terminal as it is
			clean(t, w)
		}
	}
}

// TestSignalInTheLastMoment of a visit, while a terminal that does not read holds up the end: it ends attach --next
// all the same.
func TestSignalInTheLastMoment(t *testing.T) {
	t.Parallel()
	s := newStage(t, "one", "two")
	s.start("one", "sh", "-c", "echo I am one; sleep 60")
	s.start("two", "sh", "-c", "echo I am two; exec yes a line that fills the terminal of who does not read it")
	s.waits()
	w, p := s.attach(80, 24, "--next")
	w.Await("fills the terminal")
	w.Stall(true)
	time.Sleep(300 * time.Millisecond) // until it is full
	w.Keys("\x1c")
	time.Sleep(400 * time.Millisecond) // as long as it is given, and then some
	p.Signal(syscall.SIGTERM)
	time.Sleep(500 * time.Millisecond)
	w.Stall(false)
	if code := p.End(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", code)
	}
}

// TestDeniedLate: what was denied in the background may be told of when a shell has fetched the process, which never
// saw that it was there. It stops nothing.
func TestDeniedLate(t *testing.T) {
	t.Parallel()
	s := queue(t)
	for _, sig := range []syscall.Signal{syscall.SIGTTIN, syscall.SIGTTOU} {
		w, p := s.attach(120, 24, "--next")
		w.Await("I am two")
		w.Keys("\x1c")
		w.Await(`any other key stops\]`)
		awaitRaw(t, w)
		p.Signal(sig)
		time.Sleep(50 * time.Millisecond) // it would be stopped by then, and so be when the key comes
		w.Keys("\r")
		w.Await("I am one")
		w.Keys("\x1c")
		leaves(t, p, w)
	}
}

// TestTypedAfterSuspend: what is typed behind Ctrl-Z is the shell's, however soon it comes, and no key that stops.
func TestTypedAfterSuspend(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	s := queue(t)
	w := windowtest.New(t, 160, 24)
	shell := s.command()
	shell.Path, shell.Args = bash, []string{"bash", "--norc", "--noprofile", "-i"}
	shell.Env = append(shell.Env, "PS1=ready ")
	p := w.Start(shell)
	w.Await("ready")
	const question = "any other key stops] "
	comes := func(text string, act func()) {
		t.Helper()
		before := len(w.Raw())
		act()
		w.Until("show "+text, func(_ *vt.Snapshot, raw []byte) bool { return strings.Contains(string(raw[before:]), text) })
		if text == question {
			awaitRaw(t, w)
		}
	}
	for i := range 8 {
		comes("I am two", func() { w.Keys(rooda + " attach --next\r") })
		comes(question, func() { w.Keys("\x1c") })
		comes("ready", func() {
			w.Keys("\x1a")
			time.Sleep(time.Duration(i) * 300 * time.Microsecond)
			w.Keys("x")
		})
		comes(question, func() { w.Keys("\x15fg\r") })
		comes("ready", func() { w.Keys("q") })
	}
	w.Keys("exit\r")
	p.End()
}

// TestBackgroundIsNoWriter: who was started in the background and has seen nothing yet switches
// nothing off, and resizes nothing.
func TestBackgroundIsNoWriter(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w := windowtest.New(t, 60, 15)
	cmd := s.command("attach", a.name())
	script := `set -m; "$@" & until grep -q "^State:.*T" /proc/$!/status; do sleep 0.02; done; echo stopped; read x; fg`
	cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	p := w.Start(cmd)
	w.Await("stopped")
	task, err := shim.Dial(a.dir).Task(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if task.Writers != 0 || task.Cols != 80 || task.Rows != 24 {
		t.Errorf("%d writers, %dx%d", task.Writers, task.Cols, task.Rows)
	}
	w.Keys("\r")
	w.Await("Permission")
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}

// TestNobodyFetches a process of the background whose shell has gone, so it does not wait for that.
func TestNobodyFetches(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("needs /proc")
	}
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w := windowtest.New(t, 80, 24)
	cmd := s.command("attach", a.name())
	script := `set -m; ( ( sleep 0.3; "$@" </dev/tty; echo "ended $?" ) & ); read x`
	cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	p := w.Start(cmd)
	w.Await(fmt.Sprintf(`in the background[\s\S]*ended %d`, 64))
	w.Keys("\r")
	p.End()
	clean(t, w)
}

// TestTerminalTaken: who reads a terminal that another has taken stops, instead of trying again
// and again, and goes on when it is given back.
func TestTerminalTaken(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w := windowtest.New(t, 80, 24)
	cmd, file := s.command("attach", a.name()), filepath.Join(s.home, "steal")
	script := `set -m; ` + partVariable + `="thief ` + file + `" ` + os.Args[0] + ` & "$@"; wait %1; fg %2`
	cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	p := w.Start(cmd)
	w.Await("Permission")
	var pid int
	for _, child := range children(t, p.Pid()) {
		if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child)); strings.Contains(string(line), "attach\x00"+s.id) {
			pid = child
		}
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.Await("stolen")
	w.Keys("x")
	stopped(t, pid)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	w.Await(`key "x"`)
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}
