package adapters

import (
	"slices"
	"strings"
	"time"

	"rooda/pty/vt"
)

// look reads the screen if it has been written to since.
func (w *Watcher) look(now time.Time) {
	if due := w.readable(); due.IsZero() || now.Before(due) {
		return
	}
	at := later(w.evidence.Output, w.dirty)
	w.dirty = time.Time{}
	snapshot := w.screen.Snapshot()
	w.picture = snapshot
	text := snapshot.Text()
	if w.unpainted = w.cut != "" && text == w.cut; !w.unpainted {
		w.cut = ""
	}
	whole := read(snapshot) // a composer may be as high as the screen
	composer := w.locate(whole, snapshot)
	b, cut := whole.cropped(window)
	told := func() string {
		rests := w.state.Condition == Idle || w.state.Condition == Done
		return w.footer.untick(text, whole, composer, rests, w.motion.gone)
	}
	if w.narrowly(at, whole, composer, text) {
		w.shown, w.bottom = text, b.tail(region)
		if w.narrowed.whole { // the same words in another shape
			w.text = w.sum(told())
		}
		return
	}
	w.compare(at, text, told())
	e, d := &w.evidence, w.detector
	e.Text, w.bottom = unfilled(whole.latest(composer)), b.tail(region)
	w.examine(whole, composer, snapshot)
	w.shown, w.above = text, text
	if composer.found() {
		w.above = head(text, whole.at[composer.first])
	}
	w.canary.look(d.rules, text, composer.found())
	e.Composed = w.canary.composer
	if d.uses(ByScreen) {
		w.present(at, composer)
		w.marks(at, whole, b, composer)
		w.answers(at, whole, composer, snapshot)
	}
	if d.uses(ByDialog) {
		w.noteDialog(at, b.dialog(d.rules.dialogs, composer.end-cut))
	}
}

// locate finds the composer, which is none while it cannot be typed into.
func (w *Watcher) locate(whole bottom, snapshot *vt.Snapshot) place {
	composer := whole.composer(w.detector.rules.idle)
	if composer.found() && !(whole.takes(composer, snapshot, w.focused, w.drift.familiar) && whole.resumes(composer, w.seat, snapshot, w.focused)) {
		return place{}
	}
	return composer
}

// examine keeps what stands in the composer, and where the terminal's cursor is.
func (w *Watcher) examine(whole bottom, composer place, snapshot *vt.Snapshot) {
	w.focused = w.focused || composer.found() && whole.focused(composer, snapshot)
	w.composing, w.composer = composer.found(), composer.held
	w.caret = caretText(snapshot)
	w.bay = ""
	if !composer.found() {
		w.bay = w.seat.bay(snapshot, w.focused)
	}
	w.evidence.Entry = !composer.found() && entry(w.caret)
	if composer.found() {
		w.foot, w.seat = whole.edge(composer), whole.seat(composer)
	}
	w.draft, w.legible = whole.draft(composer, snapshot)
	w.read = w.read || w.legible
	if slices.ContainsFunc(w.detector.rules.placeholder, func(p *expression) bool { return p.MatchString(w.draft) }) {
		w.draft = ""
	}
}

// present claims rest from the composer. One that is gone since the last screen may
// only be about to be painted again.
func (w *Watcher) present(at time.Time, composer place) {
	e := &w.evidence
	if composer.found() || !e.Composer.stands(Idle, at) {
		e.Composer = mark(e.Composer, Idle, "", composer.excerpt, composer.found(), at)
	} else if e.Composer.Fresh == 0 {
		e.Composer.Seen, e.Composer.Fresh = at, repaint
	}
}

// marks claims what the text around the composer says; b is the last of its lines.
func (w *Watcher) marks(at time.Time, whole, b bottom, composer place) {
	e, d := &w.evidence, w.detector
	excerpt, ok := b.busy(d.rules.busy)
	ok = w.motion.marked(excerpt, ok) || ok && d.signs.BlindQuiet == 0
	e.Busy = mark(e.Busy, Working, "", excerpt, ok, at)
	sign := w.motion.sign(whole, composer, d.signs.BlindQuiet > 0)
	e.Sign = mark(e.Sign, Working, "", brief(sign, excerptLength), sign != "", at)
	w.toil(whole, composer, sign, at)
	waiting, kind, question, waits := b.wanted(d.rules.waiting, composer.found(), w.given)
	e.Waiting = mark(e.Waiting, Blocked, kind, waiting, waits, at)
	e.Waiting.Question = question
	excerpt, ok = b.complaint(d.rules.failure)
	e.Failure = mark(e.Failure, Idle, Failed, excerpt, ok, at)
	excerpt, ok = b.find(d.rules.done)
	e.Ended = mark(e.Ended, Idle, "", excerpt, ok, at)
	e.Page = w.page(b, at)
	e.Posed = w.beside(whole, composer, at)
	if composer.found() {
		e.Beneath = Claim{}
		w.drift.know(whole)
	} else {
		e.Beneath = w.stands(b, at)
	}
}

// head is the first lines of a text.
func head(text string, lines int) string {
	end := 0
	for range lines {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

func mark(before Claim, c Condition, kind Kind, excerpt string, there bool, at time.Time) Claim {
	if !there {
		return Claim{}
	}
	claim := Claim{Source: ByScreen, Condition: c, Kind: kind, Excerpt: excerpt, Since: at, Seen: at}
	if before.Condition == c {
		claim.Since = before.Since
	}
	return claim
}
