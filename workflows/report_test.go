package workflows_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/workflows"
)

// Each testdata/*.yml is a file with mistakes, and beside it stands the whole
// report that a person gets. UPDATE=1 writes the reports anew; read them then.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".yml")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = workflows.Parse(filepath.Base(path), data, workflows.Options{Adapters: known.Adapters, BaseDir: "testdata"})
			if err == nil {
				t.Fatal("accepted")
			}
			golden := strings.TrimSuffix(path, ".yml") + ".report"
			got := err.Error() + "\n"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReservedKeysAtEveryLevel(t *testing.T) {
	for _, key := range []string{"params", "verify", "retry", "workspace", "approve", "loop", "foreach", "outputs", "if", "run", "hooks", "labels", "budget"} {
		text := key + ": 1\ndefaults: {adapter: claude, " + key + ": 1}\n" +
			"stages: [{id: s, " + key + ": 1, tasks: [{id: t, procedure: build, " + key + ": 1}]}]\n"
		_, err := workflows.Parse("w.yml", []byte(text), known)
		if err == nil || strings.Count(err.Error(), key+": this key is reserved for a later version") != 4 {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestIDs(t *testing.T) {
	for id, good := range map[string]bool{
		"a": true, "A-1_b.c": true, "9lives": true, strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false, `"."`: false, `".."`: false, ".a": false, "-a": false, "a/b": false,
		`"a b"`: false, `""`: false, "ä": false, `"a\n"`: false, `'a\b'`: false,
	} {
		text := "stages: [{id: " + id + ", tasks: [{id: " + id + ", procedure: build, adapter: claude}]}]\n"
		_, err := workflows.Parse("w.yml", []byte(text), known)
		if (err == nil) != good {
			t.Errorf("id %s: %v", id, err)
		}
	}
}
