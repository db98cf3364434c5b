package attach_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"rooda/pty/shim"
)

// An agent whose terminal a later rooda keeps is left alone, and who should
// be asked instead is said.
func TestAgentOfALaterRooda(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "keys")
	s.run("", "wait", a.name(), "--for", "text:ready").wants(t, 0)
	path := filepath.Join(a.dir, shim.ShimFile)
	now, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(now, []byte(`"api":1`), []byte(`"api":2`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"screen"}, {"send", "hello"}, {"wait", "--for", "idle"}} {
		got := s.run("", append([]string{command[0], a.name()}, command[1:]...)...)
		if got.code == 0 {
			t.Errorf("%q succeeds", command)
		}
		got.wants(t, got.code, "agent's terminal speaks version 2 of the protocol, this rooda knows 1", "hint: use the rooda that started the session, or a later one")
	}
	s.run("", "session", "list").wants(t, 0, "test")
	if err := os.WriteFile(path, now, 0o600); err != nil {
		t.Fatal(err)
	}
}
