package attach_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
)

// storm sees to it that what runs in a shell is denied its terminal again and again: it is stopped and
// sent on in the background, where there is something to read from the moment at which it runs. When
// "got key" stands there it is stopped once more, and the next line fetches it.
func storm(t *testing.T, cmd *exec.Cmd, w *windowtest.Window, ready func()) (p *windowtest.Program, pid int) {
	t.Helper()
	script := `set -m; "$@"; echo stopped; read x; bg >/dev/null; sleep 0.3; read x; echo got "$x"; read x; fg >/dev/null; echo status $?`
	cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	p = w.Start(cmd)
	ready()
	awaitRaw(t, w)
	pid = children(t, p.Pid())[0]
	syscall.Kill(pid, syscall.SIGTSTP)
	w.Await("stopped")
	w.Keys("\nkey\n")
	w.Await("got key")
	stopped(t, pid)
	return p, pid
}

// TestStormWhileAttached: who was denied the terminal again and again paints it when fetched, and is
// ended by a signal.
func TestStormWhileAttached(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	for range 3 {
		w := windowtest.New(t, 100, 24)
		p, pid := storm(t, s.command("attach", a.name()), w, func() { w.Await("Permission") })
		before := len(w.Raw())
		w.Keys("\n")
		w.Until("be painted again", func(_ *vt.Snapshot, raw []byte) bool {
			return strings.Contains(string(raw[before:]), "Permission")
		})
		awaitRaw(t, w)
		syscall.Kill(pid, syscall.SIGTERM)
		w.Await("status 143")
		p.End()
		clean(t, w)
	}
}

// TestStormAtThePrompt: the question is asked again.
func TestStormAtThePrompt(t *testing.T) {
	t.Parallel()
	s := queue(t)
	for range 3 {
		w := windowtest.New(t, 160, 24)
		p, _ := storm(t, s.command("attach", "--next"), w, func() {
			w.Await("I am two")
			w.Keys("\x1c")
			w.Await(`any other key stops\]`)
		})
		before := len(w.Raw())
		w.Keys("\n")
		w.Until("ask again", func(_ *vt.Snapshot, raw []byte) bool {
			return strings.Contains(string(raw[before:]), "any other key stops] ")
		})
		awaitRaw(t, w)
		w.Keys("q")
		w.Await("status 0")
		p.End()
		clean(t, w)
	}
}

// TestStormEnds: a signal that ends comes with the one that fetches.
func TestStormEnds(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	for range 3 {
		w := windowtest.New(t, 100, 24)
		p, pid := storm(t, s.command("attach", a.name()), w, func() { w.Await("Permission") })
		syscall.Kill(pid, syscall.SIGTERM)
		w.Keys("\n")
		w.Await("status 143")
		p.End()
		clean(t, w)
	}
}
