package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Every process has in its memory what the start of its packages makes, a shim too, which
// needs next to none of them, and there is one for each agent.
func TestStartMakesLittle(t *testing.T) {
	const most = 8 << 10
	itself := exec.Command(os.Args[0], "-test.run=^$")
	itself.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := itself.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	for line := range strings.Lines(string(out)) {
		var name string
		var at, took float64
		var bytes int
		if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes", &name, &at, &took, &bytes); n != 4 || !strings.HasPrefix(name, "rooda/") {
			continue
		}
		ours++
		if bytes > most {
			t.Errorf("%s makes %d bytes at every start, want at most %d", name, bytes, most)
		}
	}
	if ours == 0 {
		t.Errorf("none of our packages is in the trace:\n%s", out)
	}
}
