package orchestrator

import (
	"slices"
	"time"

	"rooda/adapters"
)

// vacancy follows which places on the screen have stood empty since the last Enter: what is written
// there then does not only take the place of something else. The zero vacancy follows nothing.
type vacancy struct {
	given   string // the text
	was     []row  // what stood above the composer when it was handed over
	entered []row  // of the whole screen at the Enter
	above   []row  // of the same up to the composer
	last    []row  // of the answer to the text before
	replies bool   // the last line of was is of the answer to the text before
	text    string // of the screen when last looked at
	at      time.Time
	echoed  bool      // the text was seen there
	begun   bool      // and words below it
	cleared bool      // nothing was left above the composer
	wiped   bool      // not even the text
	bare    time.Time // since when nothing stands below the echo, zero while something does
	empty   bool      // nothing has stood there for long enough
}

// begin takes the screen as it is at the Enter of a text, and what stood above the composer when
// that was handed over; last is the answer to the text before, nil where it is not known.
func (v *vacancy) begin(s scene, now time.Time, given, before string, f former, last []row) {
	*v = vacancy{given: given, was: rowsOf(before), entered: rowsOf(s.Text), above: rowsOf(s.Above), last: last, text: s.Text, at: now}
	if n := len(v.was); n > 0 && !f.none && !f.at.IsZero() {
		v.replies = !compare(rowsOf(f.above), v.was, s.Resized.After(f.at)).kept[n-1]
	}
}

// look takes the screen as it is now. What covers lines, or moves them, leaves no place empty.
func (v *vacancy) look(s scene, now time.Time) {
	if s.State.Dialog != nil || s.State.Condition == adapters.Blocked || s.Covered || s.Resized.After(v.at) {
		*v = vacancy{}
	}
	if v.at.IsZero() || s.Text == v.text {
		return
	}
	v.text = s.Text
	is := rowsOf(s.Above)
	if len(v.above) > 0 && compare(v.above, is, false).same == 0 && compare(v.entered, rowsOf(s.Text), false).added == 0 {
		v.cleared, v.wiped = true, v.echoed
	}
	e, d, found := v.echo(is)
	v.echoed = v.echoed || found
	v.begun = v.begun || found && d.replies(e)
	switch {
	case !found:
		v.bare, v.empty = time.Time{}, false
	case e.end == len(is) && v.bare.IsZero():
		v.bare = now
	case e.end < len(is) && !v.bare.IsZero():
		v.bare, v.empty = time.Time{}, v.empty || !now.Before(v.bare.Add(blank))
	}
}

// echo is where the text has come to stand since it was handed over.
func (v *vacancy) echo(is []row) (e echo, d difference, found bool) {
	d = compare(v.was, is, false)
	e, found = d.echo(v.given)
	return e, d, found
}

// filled reports whether an answer stands in a place that was empty: below the echo, where a line of
// the last answer had gone, or on a screen of which nothing is left that is no promise. Where the
// echo was seen, and has gone with all that stood there, or since words stood below it, that may be
// the last answer once more.
func (v *vacancy) filled(above string) bool {
	is := rowsOf(above)
	if e, d, found := v.echo(is); found {
		d.instead = -1
		return v.empty && v.replies && d.replies(e)
	}
	if n := len(v.last); n > 0 && (v.wiped || v.begun) && compare(v.last, is, false).same == n {
		return true
	}
	d := compare(unpromised(v.was), unpromised(is), false)
	return v.cleared && d.same == 0 && d.added > 0
}

// unpromised returns the rows that are no promises: those stand in every answer alike.
func unpromised(rows []row) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return alone(r.line) != "" })
}
