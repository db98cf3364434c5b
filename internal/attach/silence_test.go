package attach_test

import (
	"regexp"
	"strings"
	"syscall"
	"testing"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
)

// TestShimStopped: the agent's terminal stands still while somebody is attached. A line says so,
// and what is typed waits for it, or is told of at the end.
func TestShimStopped(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.start("code", "cat")
	shim := a.shimPid()
	signal := func(sig syscall.Signal) {
		t.Helper()
		if err := syscall.Kill(shim, sig); err != nil {
			t.Fatal(err)
		}
	}
	defer syscall.Kill(shim, syscall.SIGCONT)
	w, p := s.attach(80, 24, a.name())
	looking, q := s.attach(80, 24, a.name(), "--read-only")
	w.Keys("one\r")
	w.Await("one\none$")
	looking.Await("one\none$")
	signal(syscall.SIGSTOP)
	w.Await(`agent's terminal does not answer: kill -CONT \d+ wakes it; your keys wait`)
	looking.Await(`agent's terminal does not answer: kill -CONT \d+ wakes it *$`)
	w.Keys("two\r")
	signal(syscall.SIGCONT)
	for _, window := range []*windowtest.Window{w, looking} {
		window.Until("show each line twice and nothing else", func(sn *vt.Snapshot, _ []byte) bool {
			return strings.HasSuffix(sn.Text(), "one\none\ntwo\ntwo") && !strings.Contains(sn.Text(), "answer")
		})
	}
	looking.Keys("q")
	looking.Await(`only looking \(--read-only\): your keys go nowhere`)
	looking.Keys("\x1c")
	q.End()
	signal(syscall.SIGSTOP)
	w.Keys("x")
	w.Await("does not answer")
	w.Keys("three\x1c")
	leaves(t, p, w)
	w.Until("say what has become of the keys", func(sn *vt.Snapshot, _ []byte) bool {
		text := strings.Join(strings.Fields(sn.Text()), " ") // lines are broken between words
		return strings.Contains(text, "its terminal did not answer; 5 bytes that you typed meanwhile went nowhere") &&
			regexp.MustCompile(`up to \d bytes? that you typed just before may be typed when it answers again`).MatchString(text)
	})
	signal(syscall.SIGCONT)
	if text := s.run("", "screen", a.name()).out; strings.Contains(text, "three") || strings.Count(text, "two") != 2 {
		t.Errorf("the agent's terminal shows:\n%s", text)
	}
}
