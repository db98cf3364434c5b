package orchestrator

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
	"rooda/pty/shim"
)

// A witness tells each deed once, also when another host has told the first,
// and once that the log fails.
func TestWitness(t *testing.T) {
	dir := t.TempDir()
	record := func(lines string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, shim.DeedsFile), []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []Talk
	w := &witness{dir: dir, seen: 1, tell: func(said Talk) { got = append(got, said) }}
	w.look() // nobody did anything
	lines := `{"n":1,"by":"human","what":"attached"}` + "\n" + `{"n":2,"by":"human","what":"typed","via":"attach","kind":"keys","bytes":3}` + "\n"
	record(lines + `{"n":3,"by":"agent:a"`) // is being written
	w.hands(pty.Hands{Deeds: 2})
	lines += `{"n":3,"by":"agent:a","what":"refused","action":"input","times":2}` + "\n" + `{"n":4,"by":"human","what":"asked","action":"signal"}` + "\n" + `{"n":5,"by":"human","what":"detached"}` + "\n" + `{"n":6,"by":"host","what":"forsook","action":"paste"}` + "\n"
	record(lines)
	w.hands(pty.Hands{Deeds: 2, LogErr: "full"})
	w.hands(pty.Hands{Deeds: 5, LogErr: "full"})
	w.look()
	want := []Talk{
		InputTyped{Deed: Deed{By: "human", Number: 2}, Bytes: 3, Via: "attach", Kind: "keys"},
		LogFailed{Error: "full"},
		Refused{Deed: Deed{By: "agent:a", Number: 3}, Action: "input", Times: 2},
		Requested{Deed: Deed{By: "human", Number: 4}, Action: "signal"},
		Visited{Deed: Deed{By: "human", Number: 5}, Left: true},
		PasteEnded{Deed{By: "host", Number: 6}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
