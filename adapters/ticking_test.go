package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// A counter that runs is work, and a clock is none: that is why not all numbers
// can be left out where a screen is asked whether it rests.
func TestACounterIsWorkAndAClockIsNone(t *testing.T) {
	for _, test := range []struct {
		line string
		want adapters.Condition
	}{
		{"it is 12:%02d", adapters.Idle},
		{"it is 9:41:%02d", adapters.Idle},
		{"%02d s", adapters.Working},
		{"4%02d tokens", adapters.Working},
	} {
		s := newStage(t, "generic")
		s.paint("Hello\n" + composer)
		s.wait(4 * time.Second)
		for i := range 20 {
			s.paint("Hello\n" + fmt.Sprintf(test.line, i) + "\n" + composer)
			s.wait(time.Second)
		}
		if got := s.w.State().Condition; got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}

// A counter goes on whatever becomes of the agent, so nobody waits for good where it
// is all that moves. A sign that moves with it, and words, are work.
func TestNothingButACounter(t *testing.T) {
	const parked, focused = "\x1b[40;1H", "\x1b[2A\x1b[3G"
	sign := []string{"✶", "✻", "✽"}
	for _, test := range []struct {
		name   string
		screen func(i int) string
		want   adapters.Condition
	}{
		{"below a composer without the cursor", func(i int) string {
			return fmt.Sprintf("> go\n\n● Done.\n%s\n  4%02d tokens%s", composer, i, parked)
		}, adapters.Unknown},
		{"below a composer", func(i int) string {
			return fmt.Sprintf("> go\n\n● Done.\n%s\n  4%02d tokens\x1b[A%s", composer, i, focused)
		}, adapters.Unknown},
		{"where the composer was", func(i int) string { return fmt.Sprintf("> go\n\n  %d s", i) }, adapters.Unknown},
		{"a sign with it", func(i int) string {
			return fmt.Sprintf("> go\n\n%s Cooking (%d s)\n%s", sign[i%3], i, composer+focused)
		}, adapters.Working},
		{"a sign that should move", func(i int) string {
			return fmt.Sprintf("> go\n\nRunning tests… (%ds)\n%s", i, composer+focused)
		}, adapters.Working},
		{"words now and then", func(i int) string {
			return fmt.Sprintf("> go\n\nfile %c\n%d s\n%s", 'a'+i/60, i, composer+focused)
		}, adapters.Working},
		{"a bar", func(i int) string {
			return fmt.Sprintf("> go\n\n[%s] %d%%\n%s", strings.Repeat("█", i/4), i, composer+focused)
		}, adapters.Working},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.write(focused)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			for i := range 89 {
				s.paint(test.screen(i))
				s.wait(time.Second)
			}
			s.want(adapters.Working, "", adapters.ByScreen)
			for i := range 30 {
				s.paint(test.screen(89 + i))
				s.wait(time.Second)
			}
			if got := s.w.State().Condition; got != test.want {
				t.Errorf("%s (%s), want %s", got, s.w.State().Excerpt, test.want)
			}
		})
	}
}

// What only ticks says the same, and neither does anything else.
func TestUnticked(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"at 12:59 in main", "at 1:00 in main", true},
		{"(59s, 999 tokens)", "(1m 2s, 1.2k tokens)", true},
		{"took 850ms", "took 1.2s", true},
		{"took 1h 02m", "took\n   7 s", false}, // whether a unit stands apart is no matter of time
		{"7% left", "11% left", true},
		{"٣ files", "1,024 files", true},
		{"One of 3", "Two of 3", false},
		{"version 1", "revision 1", false},
		{"commit 3f2a9c", "commit 8e07f1", false},
		{"Working", "Working 1", false},
	} {
		if a, b := adapters.Unticked(test.a), adapters.Unticked(test.b); a == b != test.same {
			t.Errorf("%q and %q are read as %q and %q", test.a, test.b, a, b)
		}
	}
}
