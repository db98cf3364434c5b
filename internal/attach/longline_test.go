package attach_test

import (
	"strings"
	"testing"
	"time"

	"rooda/pty/shim"
)

// TestLongLinePasted where the agent reads by the line: a terminal hands it over in pieces, and none that comes
// behind the first that there is no room for is a line of its own.
func TestLongLinePasted(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4090, 9000} {
		s := newStage(t, "code")
		s.start("code", "sh", "-c", `echo ready; while read -r l; do printf 'GOT %d bytes, [%.9s]\n' "${#l}" "$l"; done`)
		w, p := s.attach(150, 40, s.id+"/code")
		w.Await("ready")
		awaitRaw(t, w)
		w.Keys("echo " + strings.Repeat("A", n) + " && echo fine\nrm -rf build; echo end\n")
		w.Await("not typed: the agent's terminal keeps")
		w.Keys("\n")
		time.Sleep(shim.PastePatience + 100*time.Millisecond)
		w.Keys("\x15mine\n")
		w.Await(`GOT 4 bytes, \[mine\]`)
		if got := strings.Count(w.Text(), "GOT "); got != 1 {
			t.Errorf("%d: the agent has got %d lines:\n%s", n, got, w.Text())
		}
		w.Keys("\x1c")
		p.End()
	}
}
