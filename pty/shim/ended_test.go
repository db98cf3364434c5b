package shim

import (
	"syscall"
	"testing"

	"rooda/pty/ptytest"
)

// An end is seen by asking, whoever has been told of it.
func TestEnded(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "polite")
	term := begin(t, r)
	tape.Await(t, "ready")
	untold := newTerminal(term.place, 1, nil, nil) // as after a suspension
	defer untold.client.Close()
	if term.Ended() || untold.Ended() {
		t.Error("it has ended before its end")
	}
	syscall.Kill(term.Pid(), syscall.SIGTERM)
	ptytest.End(t, term)
	if !term.Ended() || !untold.Ended() {
		t.Errorf("after its end it has ended: %t, and for who was not told: %t", term.Ended(), untold.Ended())
	}

	lost, again := request(t, "stubborn")
	term = begin(t, lost)
	again.Await(t, "ready")
	syscall.Kill(term.Shim(), syscall.SIGKILL)
	if _, err := term.Wait(t.Context()); err == nil || term.Ended() {
		t.Errorf("a lost agent has ended: %t, %v", term.Ended(), err)
	}
}
