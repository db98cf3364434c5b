package bench

import "testing"

// BenchmarkStart compares the start and end of commands that do next to
// nothing with those of a Go program that does nothing.
func BenchmarkStart(b *testing.B) {
	p := newPlace(b)
	command := func(name string, argv ...string) contestant {
		return contestant{name, func() figures { return figures{"ms": ms(p.run([]int{0}, argv...).wall)} }}
	}
	rooda := built(b, "rooda")
	race(b, 60, "ms",
		command("hello world", built(b, "hello")),
		command("rooda version", rooda, "version"),
		command("rooda list", rooda, "list"),
	)
}
