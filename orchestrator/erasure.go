package orchestrator

import (
	"time"

	"rooda/adapters"
)

// blank is how long lines must have been gone from a screen, with nothing in
// their place, before they are no longer only painted anew.
const blank = time.Second

// erasure follows what stood above the composer at the last Enter. An answer may
// say the same as the last one, or nothing else than in another number; that it
// is one can be seen where the agent takes the last one away, shows nothing for a
// while, and writes it again. The zero erasure follows nothing.
type erasure struct {
	entered []row  // of the whole screen
	above   []row  // of the last answer
	need    int    // how many of those must go
	text    string // of the screen when last looked at
	at      time.Time
	gone    int       // how many of those are not there
	since   time.Time // zero while none is gone
	written bool
}

// begin takes the screen as it is at an Enter, and which of its rows the last answer is: of all
// that may be it, any must go.
func (e *erasure) begin(s scene, now time.Time, rows []row, known bool) {
	*e = erasure{entered: rowsOf(s.Text), above: rows, need: 1, text: s.Text, at: now}
	if known {
		e.need = len(rows)
	}
}

// look takes the screen as it is now. What covers lines, or moves them, erases none.
func (e *erasure) look(s scene, now time.Time) {
	if !e.written && (s.State.Dialog != nil || s.State.Condition == adapters.Blocked || s.Covered || s.Resized.After(e.at)) {
		*e = erasure{}
	}
	if len(e.above) == 0 || e.written || s.Text == e.text {
		return
	}
	e.text = s.Text
	gone := len(e.above) - compare(e.above, rowsOf(s.Above), false).same
	switch {
	case gone >= e.need && compare(e.entered, rowsOf(s.Text), false).added == 0:
		if e.since.IsZero() {
			e.since = now
		}
		e.gone = max(e.gone, gone)
	case !e.since.IsZero():
		e.written = gone < e.gone && !now.Before(e.since.Add(blank))
		e.gone, e.since = 0, time.Time{}
	}
}

// former is the turn before: what it has left above the composer is its answer, and a notice that
// stood there before is not. The zero former is a turn of which nothing is known.
type former struct {
	none  bool      // there was none
	above string    // what stood above the composer when its text was handed over
	at    time.Time // when that was
	rows  []row     // of its answer
	text  string
}

// answer is the rows of the answer to the former turn, or how it begins below its text. Where they
// are not known, they are among those that are returned.
func (f *former) answer(s scene) (rows []row, known bool) {
	if f.none {
		return nil, true
	}
	is := rowsOf(s.Above)
	if f.at.IsZero() {
		f.rows = is
		if list := echoes(is, f.text); len(list) > 0 {
			from := list[len(list)-1].below(is)
			f.rows, known = is[from:min(from+1, len(is))], true // a notice may stand below it
		}
		return f.rows, known
	}
	before := compare(rowsOf(f.above), is, s.Resized.After(f.at)).kept
	for _, e := range echoes(is, f.text) {
		for i := e.first; i < e.end; i++ {
			before[i] = true
		}
	}
	for i := range is {
		if !before[i] {
			rows = append(rows, is[i])
		}
	}
	if rows != nil { // else it was the same as the one before
		f.rows = rows
	}
	return f.rows, true
}
