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

// TestStartWithoutTables: go-runewidth fills two tables for all of Unicode
// before main begins, 16 ms for every command. displaywidth does its work.
func TestStartWithoutTables(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "rooda/cmd/rooda").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "rooda/cmd\n") {
		t.Fatalf("the command's packages are missing:\n%s", out)
	}
	if strings.Contains(string(out), "github.com/mattn/go-runewidth") {
		t.Error("rooda imports github.com/mattn/go-runewidth")
	}
}
