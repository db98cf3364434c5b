package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// scratch is the folder of everything that is written here.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "rooda-bench-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	scratch = dir
	return m.Run()
}

// build makes rooda, as it is released, and its company; all by the same flags.
var build = sync.OnceValue(func() error {
	compile := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", scratch+"/bin/",
		"rooda/cmd/rooda", "./testdata/hello", "./testdata/drain", "./testdata/flood", "./testdata/bare", "./testdata/stamp", "./testdata/keep", "./testdata/tui")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := compile.CombinedOutput()
	if err != nil {
		return fmt.Errorf("build programs: %w\n%s", err, out)
	}
	return nil
})

// built returns the path of one of the programs.
func built(tb testing.TB, name string) string {
	tb.Helper()
	if err := build(); err != nil {
		tb.Fatal(err)
	}
	return filepath.Join(scratch, "bin", name)
}

// roodas are the builds of rooda that a table has rows for: this one, and
// another one that OTHER names, to see what a change did.
func roodas(tb testing.TB) []program {
	tb.Helper()
	all := []program{{"rooda", built(tb, "rooda")}}
	if path := os.Getenv("OTHER"); path != "" {
		all = append(all, program{"other rooda", path})
	}
	return all
}

// program is one with the name of its row.
type program struct{ name, path string }
