package orchestrator

import (
	"time"

	"rooda/adapters"
)

// sequel is what becomes of the screen once the agent has a text: whether any of it is an answer, or stood
// there before, or is the text itself.
//
// Before is what stood above the composer when the text was handed over, and now is what stands there:
// a row is kept that both have in the same order, whatever its clocks and counters say, and every other
// is new, see compare. What is new, and is no echo of the text, is an answer where it stands below the
// echo or is more than a notice, and does not only take the place of something else, see
// difference.answers. Where the answer looks like what was there before, or takes its place, it is
// known by what was seen since the Enter: that its place stood empty for a while, see trail.
//
// It is texts that are compared, and not vt.Marks. An agent whose window is full scrolls by writing over
// each row what stood in another, and writes rows again as they are: in the recordings of claude, codex
// and opencode four in five of the rows that stood there before a text have no mark of theirs left when
// its echo comes. Fakes and others that paint whole frames leave none.
type sequel struct {
	text   string // empty where it is not known
	before moment // zero while it is not known
	trail  trail
	dawn   dawn
	former former
}

// moment is what stood above the composer, and when.
type moment struct {
	above string
	at    time.Time
}

// next is the sequel of the text that follows, once that is handed over.
func (q *sequel) next(text string, f former) {
	*q = sequel{text: text, before: q.before, former: f}
}

// enter takes the screen as it is at an Enter.
func (q *sequel) enter(s scene, now time.Time) {
	f := &q.former
	last, known := f.answer(s)
	q.trail = trail{at: now, screen: rowsOf(s.Text), above: rowsOf(s.Above), text: s.Text, last: last, known: known}
	since := between(f.above, q.before.above, s.Resized.After(f.at))
	n := len(since.is)
	q.trail.replies = n > 0 && !since.kept[n-1] && !f.none && !f.at.IsZero()
}

// look takes the screen as it is now.
func (q *sequel) look(s scene, now time.Time) {
	t := &q.trail
	if t.broken(s) {
		*t = trail{written: t.written}
	}
	if t.at.IsZero() || s.Text == t.text {
		return
	}
	t.text = s.Text
	d := q.difference(s)
	t.miss(d.is, s.Text, now)
	t.follow(d, q.text, now)
}

// difference is what became of the rows above the composer.
func (q *sequel) difference(s scene) difference {
	return between(q.before.above, s.Above, s.Resized.After(q.before.at))
}

// answers reports whether there is an answer to a text that was handed over while it was followed.
func (q *sequel) answers(s scene) bool {
	d := q.difference(s)
	return q.trail.written || q.trail.filled(d, q.text) || d.answers(q.text)
}

// dawn is the first screen with a composer of an agent whose text travelled as an argument: it may
// have worked, and answered, before it first rests. The zero dawn has seen none.
type dawn struct {
	moment
	asked bool // a question of the agent's work has been answered since
}

// look takes the screen as it is now.
func (d *dawn) look(s scene, now time.Time) {
	if d.at.IsZero() && s.Composing && s.Current {
		d.moment = moment{s.Above, now}
	}
}

// note takes what the conversation tells.
func (d *dawn) note(told Talk) {
	answer, ok := told.(InteractionAnswered)
	d.asked = d.asked || ok && !d.at.IsZero() && answer.Kind != adapters.Trust && answer.Kind != adapters.Auth
}

// before is what stood above the composer before anything came of the text, told at the first rest.
// What came until then may be what a program shows as it starts, unless something looked like work, or
// was asked, since it first had a composer.
func (d *dawn) before(s scene, now time.Time) moment {
	if !d.at.IsZero() && (d.asked || !s.Toiled.Before(d.at)) {
		return d.moment
	}
	return moment{s.Above, now}
}

// former is the turn before: what it has left above the composer is its answer, and a notice that
// stood there before is not. The zero former is a turn of which nothing is known.
type former struct {
	moment       // in which its text was handed over
	none   bool  // there was none
	rows   []row // of its answer
	text   string
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
