package bench

import (
	"os/exec"
	"strings"
	"testing"
)

// BenchmarkStart compares the start and end of commands that do next to
// nothing with those of a Go program that does nothing.
func BenchmarkStart(b *testing.B) {
	p := newPlace(b)
	command := func(name string, argv ...string) contestant {
		return contestant{name, func() figures { return figures{"ms": ms(p.run([]int{0}, argv...).wall)} }}
	}
	contestants := []contestant{command("hello world", built(b, "hello"))}
	for _, rooda := range roodas(b) {
		contestants = append(contestants, command(rooda.name+" version", rooda.path, "version"), command(rooda.name+" list", rooda.path, "list"))
	}
	race(b, 60, "ms", contestants...)
}

// TestStartWithoutTables holds what must not be part of the program.
// go-runewidth fills two tables for all of Unicode before main begins, 16 ms
// for every command; displaywidth does its work. The library that makes the
// schemas brings another one for YAML along, and with it 30 KB in every shim.
func TestStartWithoutTables(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "rooda/cmd/rooda").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "rooda/cmd\n") {
		t.Fatalf("the command's packages are missing:\n%s", out)
	}
	for _, path := range []string{"github.com/mattn/go-runewidth", "github.com/invopop/jsonschema", "go.yaml.in/yaml/v4"} {
		if strings.Contains(string(out), path) {
			t.Errorf("rooda imports %s", path)
		}
	}
}
