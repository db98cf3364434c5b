package adapters

import (
	"strings"
	"time"
)

// drift tells what moves on a screen from what stands there: while a sign, a clock
// or a counter goes on, an agent may work, and may as well wait for an answer.
type drift struct {
	// words is when the screen last changed in more than that, and rows are
	// those that have moved since. stir is when it did in more than clocks and counters.
	words, stir time.Time
	rows        map[int]bool
	// beside are the lines on the screen when a composer was last seen there, and
	// known the same without what moves, nil until somebody asks.
	beside []string
	// answered is the fingerprint of a question above what moves that somebody has typed to.
	answered string
	known    map[string]bool
}

// note takes a screen that differs from the one before.
func (d *drift) note(at time.Time, before, after string) {
	const signs = 3
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	var moved []int
	words := false
	for y := range max(len(was), len(is)) {
		from, to := row(was, y), row(is, y)
		if from == to {
			continue
		}
		moved = append(moved, y)
		from, to = Unticked(from), Unticked(to)
		if from != to {
			d.stir = at
		}
		if words = words || len(moved) > signs || Letters(from) != Letters(to); words && d.stir.Equal(at) {
			break
		}
	}
	if words {
		d.words, d.rows = at, nil
		return
	}
	if d.rows == nil {
		d.rows = map[int]bool{}
	}
	for _, y := range moved {
		d.rows[y] = true
	}
}

// row is a line of a text, empty below its end.
func row(lines []string, y int) string {
	if y < len(lines) {
		return lines[y]
	}
	return ""
}

// know takes a screen with a composer.
func (d *drift) know(b bottom) { d.beside, d.known = b.lines, nil }

// familiar reports whether a line stood beside the composer.
func (d *drift) familiar(line string) bool {
	if d.known == nil {
		d.known = make(map[string]bool, len(d.beside))
		for _, line := range d.beside {
			d.known[Letters(Unticked(line))] = true
		}
	}
	return d.known[Letters(Unticked(line))]
}
