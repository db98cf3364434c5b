package vt_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
	"rooda/pty/vt"
)

// shared holds recordings that may not be copied into the repository.
const shared = "../../../shared/recordings"

// recording is the output of one .cast, in pieces between the marks.
type recording struct {
	name       string
	cols, rows int
	pieces     []piece
}

// piece is output up to a mark; golden is the screen there, as text.
type piece struct {
	mark   string
	output []byte
	golden string
}

// recordings reads all that are there.
func recordings(t testing.TB) []recording {
	t.Helper()
	paths, _ := filepath.Glob("testdata/*/*.cast.gz")
	if len(paths) < 10 {
		t.Fatalf("only %d recordings in testdata", len(paths))
	}
	for _, agent := range []string{"claude", "copilot"} {
		more, _ := filepath.Glob(filepath.Join(shared, agent, "*.cast"))
		paths = append(paths, more...)
	}
	list := make([]recording, len(paths))
	for i, path := range paths {
		list[i] = readRecording(t, path)
	}
	return list
}

func readRecording(t testing.TB, path string) recording {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var r io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	cast, err := pty.ReadCast(r)
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".cast")
	rec := recording{
		name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(base),
		cols: cast.Header.Width, rows: cast.Header.Height, pieces: []piece{{}},
	}
	for e, err := range cast.Events() {
		if err != nil {
			t.Fatal(err)
		}
		last := &rec.pieces[len(rec.pieces)-1]
		name, snap := strings.CutPrefix(e.Data, "snap ")
		switch {
		case e.Type == "o":
			last.output = append(last.output, e.Data...)
		case e.Type == "m" && snap:
			golden, err := os.ReadFile(base + "." + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			last.mark, last.golden = name, string(golden)
			rec.pieces = append(rec.pieces, piece{})
		}
	}
	return rec
}

// TestGolden holds the screen at every mark against what another terminal
// showed there.
func TestGolden(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Run("claude and copilot", func(t *testing.T) { t.Skip("their recordings are not on this machine") })
	}
	marks := 0
	for _, rec := range recordings(t) {
		t.Run(rec.name, func(t *testing.T) {
			s := vt.New(vt.Options{Cols: rec.cols, Rows: rec.rows})
			for _, p := range rec.pieces {
				s.Write(p.output)
				if p.mark == "" {
					continue
				}
				marks++
				if diff := cmp.Diff(trim(p.golden), trim(s.Snapshot().Text())); diff != "" {
					t.Errorf("at %s (-other terminal +model):\n%s", p.mark, diff)
				}
			}
		})
	}
	if marks < 40 {
		t.Errorf("compared only %d screens", marks)
	}
}

// trim takes blanks off the ends of lines: terminals differ in which of them
// count as text.
func trim(screen string) string {
	lines := strings.Split(screen, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
