package adapters

import (
	"slices"
	"time"
)

// echo is how much later than what it led to a key may be heard of.
const echo = 100 * time.Millisecond

// repainting is how long after a change of its window's size a program may
// paint the same anew.
const repainting = time.Second

// standing is a question that stood on the screen: as it was first known, as
// it was last seen, and since when.
type standing struct {
	known, seen *Dialog
	asked       time.Time
}

// noteDialog keeps a question that has vanished for as long as it may only be
// painted anew, and one that somebody types into as it was known before.
func (w *Watcher) noteDialog(at time.Time, seen *Dialog) {
	e := &w.evidence
	if w.unpainted && e.Dialog != nil && e.Gone.IsZero() {
		w.clipped = !seen.covers(e.Dialog)
		return
	}
	if seen == nil {
		if e.Dialog != nil && e.Gone.IsZero() {
			e.Gone = at
		}
		return
	}
	if e.Dialog == nil && w.reflows(at, seen, w.stood.known, w.stood.asked) {
		e.Dialog, e.Asked, w.seen, w.grown, w.former = w.stood.known, w.stood.asked, w.stood.seen, nil, standing{}
	}
	known, typed := seen, false
	switch {
	case e.Dialog == nil:
		e.Asked, w.grown, w.former = at, nil, standing{}
	case seen.Fingerprint == w.seen.Fingerprint:
		known = e.Dialog.again(seen)
	case edited(w.seen, seen, !w.person.Before(e.Asked)):
		known, typed = e.Dialog.again(seen), true
	case w.reflows(at, seen, e.Dialog, e.Asked):
		known = e.Dialog.again(seen)
	case w.reflows(at, seen, w.stood.known, w.stood.asked):
		known = w.stood.known.again(seen)
		e.Dialog, e.Asked, w.grown = known, w.stood.asked, nil
	case w.grows(at, seen):
		w.grown = map[string]string{seen.Fingerprint: e.Dialog.Fingerprint}
	}
	if first, ok := w.grown[seen.Fingerprint]; ok && known == seen {
		grown := *seen
		grown.Fingerprint = first
		known = &grown
	}
	if e.Dialog != nil && e.Dialog.Fingerprint != known.Fingerprint {
		w.former = standing{e.Dialog, w.seen, e.Asked}
		e.Asked, w.grown = at, nil
	}
	e.Dialog, w.seen, e.Gone = known, seen, time.Time{}
	w.clipped = !seen.covers(known) && (!typed || w.clipped)
}

// offers keeps since when a question stands that no rule knows, nil for none.
func (w *Watcher) offers(at time.Time, seen *Dialog) {
	switch before := w.offered.seen; {
	case seen == nil:
		w.offered = standing{}
	case before == nil || before.Fingerprint != seen.Fingerprint:
		w.offered = standing{seen: seen, asked: at}
	}
}

// asked is when the question of the state came to stand on the screen.
func (w *Watcher) asked() time.Time {
	if w.offered.seen != nil {
		return w.offered.asked
	}
	return w.evidence.Asked
}

// heard takes back that a question is another one, when the key that was typed
// into it is heard of only now.
func (w *Watcher) heard(at time.Time) {
	e, f := &w.evidence, w.former
	if e.Dialog != nil && f.known != nil && at.Sub(e.Asked) <= echo && edited(f.seen, w.seen, true) {
		e.Dialog, e.Asked, w.former = f.known.again(w.seen), f.asked, standing{}
	}
}

// grows reports whether a question is the one that stands there, of which only
// a part had been painted yet. It is too soon for that one to have been
// answered, and for another to follow.
func (w *Watcher) grows(at time.Time, seen *Dialog) bool {
	e := &w.evidence
	return at.Sub(e.Asked) < growth && !e.Input.After(e.Asked) && seen.Kind == e.Dialog.Kind &&
		slices.Equal(labels(seen), labels(e.Dialog))
}

// reflows reports whether a question is one that stood there, painted anew for
// a window of another size. Nobody can have answered it.
func (w *Watcher) reflows(at time.Time, seen, known *Dialog, asked time.Time) bool {
	return known != nil && !w.resized.IsZero() && at.Sub(w.resized) < repainting && !w.evidence.Input.After(asked) && known.reads(seen)
}

// resize follows the size of the window. What stands there is painted anew only
// later, and in steps: until then lines are cut that were longer, and rows are
// missing. In one that is too small for the question, that is hidden, see passed.
func (w *Watcher) resize(at time.Time, cols, rows int) {
	e := &w.evidence
	if e.Dialog != nil && (at.Sub(w.resized) >= repainting || w.stood.known == nil || e.Input.After(w.stood.asked)) {
		w.stood = standing{e.Dialog, w.seen, e.Asked}
	}
	w.narrow(at)
	before := w.screen.Snapshot().Text()
	w.screen.Resize(cols, rows)
	if before == w.shown || w.cut != "" && before == w.cut {
		w.cut = w.screen.Snapshot().Text()
	} else {
		w.cut = ""
	}
	if w.resized = at; !w.clipped {
		w.shrunk = at
	}
}

// forget drops a question that has been missing for too long to be painted
// anew, or since when the program has said that it goes on.
func (w *Watcher) forget(now time.Time) {
	e := &w.evidence
	if e.Gone.IsZero() {
		return
	}
	goes := func(c Claim) bool {
		return c.Condition != "" && c.Condition != Blocked && c.Since.After(e.Asked)
	}
	if !now.Before(e.Gone.Add(repaint)) || goes(e.Hook) || goes(e.Status) || goes(e.Title) {
		e.Dialog, e.Gone, e.Settled = nil, time.Time{}, time.Time{}
		if e.Hook.Condition == Blocked && e.Hook.Kind != Auth {
			e.Hook = Claim{} // it was answered; a turn that ended without a login has ended all the same
		}
	}
}

// passed drops the question that a window of another size has hidden, when it is no longer likely that it only
// has no room: the agent works or rests, or has shown something else.
func (w *Watcher) passed() {
	e := &w.evidence
	if e.Dialog != nil || w.stood.known == nil {
		return
	}
	rests := w.state.Condition == Idle || w.state.Condition == Done
	if rests || e.Worked.Since.After(w.stood.asked) || e.Worded.Sub(w.resized) >= repainting {
		w.stood = standing{}
	}
}
