package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
)

// gap is a time in which a session had no host, as far as is known, in whole seconds, so that sums agree with
// the times shown.
type gap struct {
	from, to time.Time
	// ended says that the run had ended before, by whom it was stopped, or had been told to, and adopted that
	// agents worked on without a host.
	ended, adopted bool
	by             string
	// paused says that the host stood still, and went on.
	paused bool
}

func (g gap) length() time.Duration { return g.to.Sub(g.from) }

// noGap is how long one may last of which nobody needs to hear.
const noGap = time.Minute

// undriven says for how long nobody drove the session, from when to when, and why; empty where nobody needs to hear.
func (t tally) undriven(now time.Time) string {
	var stopped, silent, paused []gap
	var all time.Duration
	for _, g := range t.gaps {
		if g.length() < noGap {
			continue
		}
		all += g.length()
		switch {
		case g.paused:
			paused = append(paused, g)
		case g.ended:
			stopped = append(stopped, g)
		default:
			silent = append(silent, g)
		}
	}
	var parts []string
	if n := len(stopped); n > 0 {
		parts = append(parts, spans("stopped"+suffix(" by ", stopped[n-1].by), "stopped", stopped, now))
	}
	if n := len(silent); n > 0 {
		text := spans("no host heard"+suffix(" after a stop by ", silent[n-1].by), "no host heard", silent, now)
		if silent[n-1].adopted {
			text += ", agents worked on"
		}
		parts = append(parts, text)
	}
	if len(paused) > 0 {
		parts = append(parts, spans("its host stood still", "its host stood still", paused, now))
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("nobody drove it for %s: %s", console.Brief(all), strings.Join(parts, "; "))
}

// spans tells one gap in the words for one, or how many there are, and the last.
func spans(one, many string, of []gap, now time.Time) string {
	last := of[len(of)-1]
	times := fmt.Sprintf("from %s to %s", dayClock(last.from, now), dayClock(last.to, now))
	if len(of) == 1 {
		return one + " " + times
	}
	var all time.Duration
	for _, g := range of {
		all += g.length()
	}
	return fmt.Sprintf("%s %d times, %s in all, the last%s %s", many, len(of), console.Brief(all), strings.TrimPrefix(one, many), times)
}

// stopper says who or what has stopped the run, when, and why where nobody asked for that, where nobody has gone on with it.
func (t tally) stopper(now time.Time) string {
	by, what, at := t.stopped, "stopped", t.heard
	if !t.ended { // its host may have gone in the middle
		by, what, at = t.told, "told to stop", t.toldAt
	}
	if by == "" {
		return ""
	}
	return fmt.Sprintf("%s by %s at %s", what, by, dayClock(at, now)) + suffix(": ", console.OneLine(t.reason))
}
