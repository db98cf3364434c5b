package orchestrator

import (
	"slices"
	"time"

	"rooda/adapters"
)

// blank is how long a place must have stood empty before what is written there is more than
// painted anew.
const blank = time.Second

// gap is since when something is missing, the zero gap while nothing is.
type gap struct{ since time.Time }

func (g *gap) open(now time.Time) {
	if g.since.IsZero() {
		g.since = now
	}
}

// close reports whether it was missing for long.
func (g *gap) close(now time.Time) (long bool) {
	long = !g.since.IsZero() && !now.Before(g.since.Add(blank))
	g.since = time.Time{}
	return long
}

// trail is what has been seen on the screen since the Enter of a text. The zero trail follows nothing.
type trail struct {
	at      time.Time // of the Enter
	screen  []row     // the whole screen then
	above   []row     // of the same up to the composer
	last    []row     // of the answer to the text before, or, where that is not known, what may be
	known   bool      // that it is
	replies bool      // the last line before the text is of that answer

	text    string // of the screen when last looked at
	erased  gap    // of rows of the last answer, with nothing new on the screen
	gone    int    // how many of them were not there
	written bool   // and were again, after a while
	echoed  bool   // the text was seen above the composer
	begun   bool   // and words below it
	cleared bool   // nothing was left above the composer
	wiped   bool   // not even the text
	bare    gap    // of what stands below the echo
	empty   bool   // nothing has stood there for long enough
}

// broken reports whether the screen does not tell what became of its lines: something covers, or has
// moved, them.
func (t *trail) broken(s scene) bool {
	return s.State.Dialog != nil || s.State.Condition == adapters.Blocked || s.Covered || s.Resized.After(t.at)
}

// follow notes where the echo of the text is, and what is below it.
func (t *trail) follow(d difference, text string, now time.Time) {
	e, found := d.echo(text)
	t.echoed = t.echoed || found
	t.begun = t.begun || found && d.replies(e)
	switch {
	case !found:
		t.bare, t.empty = gap{}, false
	case e.end == len(d.is):
		t.bare.open(now)
	default:
		t.empty = t.bare.close(now) || t.empty
	}
}

// miss notes what is not there any more, where nothing has come instead.
func (t *trail) miss(is []row, text string, now time.Time) {
	need := 1 // of what may be the last answer
	if t.known {
		need = len(t.last)
	}
	gone := len(t.last) - compare(t.last, is, false).same
	lacks := gone > 0 && gone >= need
	cleared := len(t.above) > 0 && compare(t.above, is, false).same == 0
	if (lacks || cleared) && compare(t.screen, rowsOf(text), false).added > 0 {
		lacks, cleared = false, false
	}
	if cleared {
		t.cleared, t.wiped = true, t.echoed
	}
	if lacks {
		t.erased.open(now)
		t.gone = max(t.gone, gone)
		return
	}
	t.written = t.erased.close(now) && gone < t.gone || t.written
	t.gone = 0
}

// filled reports whether an answer stands in a place that was empty: below the echo, where a line of
// the last answer had gone, or on a screen of which nothing is left that is no promise. Where the
// echo was seen, and has gone with all that stood there, or since words stood below it, that may be
// the last answer once more.
func (t *trail) filled(d difference, text string) bool {
	if e, found := d.echo(text); found {
		d.instead = -1
		return t.empty && t.replies && d.replies(e)
	}
	if t.known && len(t.last) > 0 && (t.wiped || t.begun) && compare(t.last, d.is, false).same == len(t.last) {
		return true
	}
	d = compare(unpromised(d.was), unpromised(d.is), d.resized)
	return t.cleared && d.same == 0 && d.added > 0
}

// unpromised returns the rows that are no promises: those stand in every answer alike.
func unpromised(rows []row) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return alone(r.line) != "" })
}
