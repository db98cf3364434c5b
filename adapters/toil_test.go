package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// What moves above a composer looks like work, unless it says that the program gets ready; what
// moves below it, numbers alone, and lines that come are none.
func TestToil(t *testing.T) {
	bar := func(n int) string { return strings.Repeat("█", n) + strings.Repeat("░", 9-n) }
	sign := func(n int) string { return string([]rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[n]) }
	for _, test := range []struct {
		name         string
		above, below func(n int) string
		toils        bool
	}{
		{"a sign", func(n int) string { return sign(n) + " Thinking" }, nil, true},
		{"words that go on", func(int) string { return "Thinking…" }, nil, true},
		{"a bar", func(n int) string { return "Working [" + bar(n) + "]" }, nil, true},
		{"a program that gets ready", func(n int) string { return sign(n) + " Loading the tools" }, nil, false},
		{"and its bar", func(n int) string { return "Downloading [" + bar(n) + "]" }, nil, false},
		{"and in words that go on", func(int) string { return "Connecting…" }, nil, false},
		{"a sign without words", sign, nil, false},
		{"a counter", func(n int) string { return "took " + strings.Repeat("1", 1+n) + "s" }, nil, false},
		{"lines that come", func(n int) string { return strings.Repeat("one more\n", 1+n/3) }, nil, false},
		{"a sign below the composer", nil, func(n int) string { return sign(n) + " Thinking" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			for n := range 10 {
				above, below := "Hello", "? for shortcuts"
				if test.above != nil {
					above = test.above(n)
				}
				if test.below != nil {
					below = test.below(n)
				}
				s.paint("Hello\n\n" + above + "\n\n" + line + "\n❯ \x1b7\n" + line + "\n  " + below + "\x1b8")
				s.wait(200 * time.Millisecond)
			}
			if got := !s.w.View().Toiled.IsZero(); got != test.toils {
				t.Errorf("%t, want %t", got, test.toils)
			}
		})
	}
}

// TestAFooterThatAlwaysNamesItsKey: nothing tells it from an agent whose tool is silent, so it never rests.
func TestAFooterThatAlwaysNamesItsKey(t *testing.T) {
	for _, footer := range []string{"  esc interrupt  ctrl+p commands", "  esc to interrupt · ? for shortcuts"} {
		s := newStage(t, "generic")
		s.paint("hello\n" + composer + "\n" + footer)
		s.wait(60 * time.Second)
		if state := s.w.State(); state.Condition != adapters.Working {
			t.Errorf("%q: %+v", footer, state)
		}
		s.wait(60 * time.Second)
		if state := s.w.State(); state.Kind != adapters.Stuck {
			t.Errorf("%q, later: %+v", footer, state)
		}
	}
}
