package adapters

import (
	"strings"
	"time"
	"unicode/utf8"

	"rooda/pty/vt"
)

// narrowing is what the screen was when windows of other sizes began to hide parts of a question that no rule
// knows. A program that reads a line does not paint that anew, and what is cut of it is lost.
type narrowing struct {
	words string    // its letters, empty while there is no such question
	shown time.Time // since when it showed them: a key that came later may have answered
	since time.Time // when the first of these windows came
	// whole says that the question can be read all the same, and partly that it has been painted since, and not as a whole.
	whole, partly bool
	cut           *vt.Snapshot // what is left of it and has not been painted since, nil for nothing
	gone          time.Time    // since when the screen shows something else, for as long as it may only be painted
}

// poses reports whether something asks on the screen in a form that no rule knows.
func (e *Evidence) poses() bool {
	return e.Dialog == nil && (e.Waiting.Condition != "" || e.Beneath.Condition != "" || e.Page.Condition != "" || e.Posed.Condition != "")
}

// poser is what can be read of that, nil for nothing.
func (e *Evidence) poser() *Dialog {
	for _, c := range []Claim{e.Waiting, e.Beneath, e.Page, e.Posed} {
		if c.Question != nil {
			return c.Question
		}
	}
	return nil
}

// narrow notes what stood on the screen as it was last read, before the window gets another size: what came since may
// have been painted in that size already.
func (w *Watcher) narrow(at time.Time) {
	if n := &w.narrowed; n.words != "" && !n.whole {
		return
	}
	w.narrowed = narrowing{}
	if w.evidence.poses() {
		w.narrowed = narrowing{words: Letters(Untimed(w.shown)), shown: w.evidence.Changed, since: at}
	}
}

// narrowly follows a question of which windows of other sizes have hidden parts. It is the same one as long as nothing
// has been typed, and nothing shown but parts of what stood there: then all stays as it was known.
func (w *Watcher) narrowly(at time.Time, b bottom, composer place, text string) (stays bool) {
	n, e := &w.narrowed, &w.evidence
	if n.words == "" {
		return false
	}
	touched := e.Input.After(n.shown)
	repaints := !touched && at.Sub(w.resized) < repainting
	switch {
	case w.unpainted:
		n.whole = w.rereads(b, composer)
		n.cut, n.partly = w.picture, false
	case text == w.shown && n.gone.IsZero():
	case repaints && n.shows(text, e.poser()):
		n.whole = w.rereads(b, composer)
		n.cut, n.gone, n.partly = nil, time.Time{}, !n.whole && !b.closesWith(e.poser())
	case touched && n.cut != nil && n.entered(w.picture):
	case repaints && n.gone.IsZero():
		n.gone = at
	case !n.gone.IsZero() && at.Before(n.gone.Add(repaint)):
	default:
		*n = narrowing{}
		return false
	}
	if n.whole {
		n.cut = nil
	}
	return true
}

// hidden reports whether the screen does not prove that the question still is that one: it has been painted in part, or may
// have been answered by a key or with other words. Of a line that was cut, and nothing came since, the end still stands.
func (w *Watcher) hidden() bool {
	n, e := &w.narrowed, &w.evidence
	if e.Dialog != nil {
		return w.clipped && w.printed(w.shrunk)
	}
	return n.words != "" && !n.whole && (n.partly || e.Input.After(n.shown) || n.cut != nil && e.Output.After(n.since))
}

// printed reports whether the program may have painted for the size that the window got at that time, the word of
// which may come after that.
func (w *Watcher) printed(at time.Time) bool { return w.evidence.Output.After(at.Add(-repainting)) }

// widen drops a question that has been missing for too long to be painted anew: what stands there is to be read.
func (w *Watcher) widen(now time.Time) {
	if n := &w.narrowed; !n.gone.IsZero() && !now.Before(n.gone.Add(repaint)) {
		*n, w.dirty = narrowing{}, now
	}
}

// shows reports whether a screen shows nothing but what stood there, and of the question d at the end.
func (n *narrowing) shows(text string, d *Dialog) bool {
	question, last := n.words, ""
	if d != nil {
		first, _, _ := strings.Cut(d.Text, "\n")
		question = n.words[max(0, strings.LastIndex(n.words, Letters(first))):]
	}
	for line := range strings.SplitSeq(Untimed(text), "\n") {
		if letters := Letters(line); letters != "" {
			last = letters
		}
		if !strings.Contains(n.words, Letters(line)) {
			return false
		}
	}
	return last != "" && strings.Contains(question, last)
}

// rereads reports whether the question can be read as it is known.
func (w *Watcher) rereads(b bottom, composer place) bool {
	e, marks := &w.evidence, w.detector.rules.waiting
	part, _ := b.cropped(window)
	excerpt, _, seen, ok := part.wanted(marks, composer.found(), w.given)
	known := e.poser()
	if known == nil {
		return ok && seen == nil && excerpt == e.Waiting.Excerpt
	}
	posed, _ := b.posed(composer, marks, w.drift.rows, w.given, e.Busy.Condition != "")
	same := func(d *Dialog) bool {
		return d != nil && d.Fingerprint == known.Fingerprint && d.letter == known.letter
	}
	return same(seen) || same(posed)
}

// closesWith reports whether the words of a question without options end the screen, the cursor behind them.
func (b bottom) closesWith(d *Dialog) bool {
	return d != nil && len(d.Options) == 0 && b.typed == len(b.lines)-1 && strings.HasSuffix(Letters(strings.Join(b.lines, "")), Letters(d.Text))
}

// entered reports whether a screen is what was left of the question, and at most an answer behind it that has not been
// given yet.
func (n *narrowing) entered(screen *vt.Snapshot) bool {
	typed, ok := inserted(n.cut, screen)
	return ok && utf8.RuneCountInString(typed) <= ungiven
}

// inserted is what has been written where the cursor of a screen stood, ok while that is all that has, and the cursor is
// still in that row.
func inserted(before, now *vt.Snapshot) (text string, ok bool) {
	y := before.Cursor.Y
	was, is := before.Line(y), now.Line(y)
	if now.Rows != before.Rows || now.Cursor.Y != y || !is.Mark().Same(was.Mark()) {
		return "", false
	}
	for i := range now.Rows {
		if i != y && now.Line(i).Text() != before.Line(i).Text() {
			return "", false
		}
	}
	if is.Text() == was.Text() {
		return "", true
	}
	text, ok = strings.CutPrefix(strings.TrimRight(is.Text(), " "), strings.TrimRight(until(was, before.Cursor.X), " "))
	return strings.TrimSpace(text), ok
}
