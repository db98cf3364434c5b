package shim

import (
	"encoding/json"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
)

// What exit.json holds is what Wait returns.
func TestExitIsKept(t *testing.T) {
	want := pty.Exit{
		Code: 137, Signal: syscall.SIGKILL, Killed: true, Unkillable: true, StartedAt: time.Unix(1, 0).UTC(), EndedAt: time.Unix(2, 0).UTC(),
		Bytes: 3, Swept: 4, Unanswered: 5,
	}
	data, err := json.Marshal(newExit(6, want))
	if err != nil {
		t.Fatal(err)
	}
	var kept Exit
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, kept.Terminal()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
