package bench

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"rooda/pty/vt"
)

// TestWorkloads: what is measured with a workload holds for it only if that
// many bytes of it are written, and an emulator shows them as meant.
func TestWorkloads(t *testing.T) {
	for name, want := range map[string]string{
		"log": "INFO  compiling package path=internal/planner took=12ms",
		"tui": " of row 24 ✳ reading internal/planner",
		"yes": "\ny\n",
	} {
		t.Run(name, func(t *testing.T) {
			const size = 100_000
			out, err := exec.Command(built(t, "flood"), name, "100000", filepath.Join(t.TempDir(), "report")).Output()
			if err != nil || len(out) != size {
				t.Fatalf("%d bytes, want %d: %v", len(out), size, err)
			}
			screen := vt.New(vt.Options{Cols: 80, Rows: 24})
			screen.Write(bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n")))
			if text := screen.Snapshot().Text(); !bytes.Contains([]byte(text), []byte(want)) {
				t.Errorf("the screen lacks %q:\n%s", want, text)
			}
		})
	}
	if err := exec.Command(built(t, "flood"), "novel", "1", filepath.Join(t.TempDir(), "report")).Run(); err == nil {
		t.Error("an unknown workload was written")
	}
}
