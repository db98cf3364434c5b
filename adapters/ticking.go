package adapters

import "strings"

// Two masks stand here because numbers move for two reasons. A clock goes on
// whatever the agent does, so it is no movement at all. A counter of seconds or
// tokens goes on because the agent works: while it runs the screen does not
// rest, but nothing that it says is an answer, or proof that a text was taken. Of
// those below the composer some are clocks, see footer.
var (
	// wallClock is the time of day.
	wallClock = lazy(`\b\d{1,2}:\d\d(?::\d\d)?\b`)
	// ticking is a clock or a counter: numbers, each with its unit.
	ticking = lazy(`(?:\p{N}[\p{N}.,:]*(?:ms|[kKMGT][bB]?|[dhmsbB%])? ?)+`)
)

// Untimed is a text without clocks: two that differ in nothing else are a
// screen at rest. Counters stay.
func Untimed(text string) string { return wallClock.ReplaceAllString(text, "") }

// Unticked is a text on one line with a zero in place of its clocks and
// counters: two that differ in nothing else say the same, although the agent
// may be at work. The zero is the same for one number and for several that
// stand side by side, so 59s and 1m 2s do not differ.
func Unticked(text string) string {
	return strings.Join(strings.Fields(ticking.ReplaceAllString(text, "0 ")), " ")
}
