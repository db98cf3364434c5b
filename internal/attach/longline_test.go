package attach_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
		a := s.start("code", "sh", "-c", `echo ready; while read -r l; do printf 'GOT %d bytes, [%.9s]\n' "${#l}" "$l"; done`)
		w, p := s.attach(150, 40, s.id+"/code")
		w.Await("ready")
		awaitRaw(t, w)
		w.Keys("echo " + strings.Repeat("A", n) + " && echo fine\nrm -rf build; echo end\n")
		w.Await("not typed: the agent's terminal keeps")
		stood := 0
		if m := regexp.MustCompile(`and\s+(\d+)\s+stand`).FindStringSubmatch(w.Text()); m != nil {
			stood, _ = strconv.Atoi(m[1])
		}
		w.Keys("\n")
		time.Sleep(shim.PastePatience + 100*time.Millisecond)
		w.Keys("\x15mine\n")
		w.Await(`GOT 4 bytes, \[mine\]`)
		if got := strings.Count(w.Text(), "GOT "); got != 1 {
			t.Errorf("%d: the agent has got %d lines:\n%s", n, got, w.Text())
		}
		w.Keys("\x1c")
		p.End()
		if got, want := a.typed(), stood+len("\x15mine\n"); got != want {
			t.Errorf("%d: on record are %d bytes as typed, want %d", n, got, want)
		}
	}
}

// typed is how many bytes people have typed there, by the record.
func (a *agent) typed() (n int) {
	a.s.t.Helper()
	a.term.Stop(a.s.t.Context())
	a.end()
	deeds, err := os.ReadFile(filepath.Join(a.dir, shim.DeedsFile))
	if err != nil {
		a.s.t.Fatal(err)
	}
	for line := range strings.Lines(string(deeds)) {
		var d shim.Deed
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			a.s.t.Fatal(err)
		}
		if d.What == shim.Typed {
			n += int(d.Bytes)
		}
	}
	return n
}
