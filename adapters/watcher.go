package adapters

import (
	"hash/maphash"
	"regexp"
	"strings"
	"time"

	"rooda/pty/vt"
)

const (
	// settle is how long a screen must not change before it is read, delay
	// how long a screen that goes on changing may stay unread, and unfinished
	// the same for one in the middle of a synchronized update.
	settle, delay, unfinished = 20 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond
	// repaint is how long a composer or a question may be missing while the
	// program wipes and paints it.
	repaint     = 150 * time.Millisecond
	evaluations = 256
)

// Watcher gathers evidence from one terminal and keeps the state that follows
// from it. It never waits and has no clock: everything comes with its time,
// and Next says when it wants to be asked again. It is not safe for
// concurrent use; times must not go back.
//
//	watcher.Write(at, output)          // also writes to the screen
//	for _, state := range watcher.Advance(now) { tell(state) }
//	timer.Reset(time.Until(watcher.Next()))
type Watcher struct {
	detector *Detector
	screen   *vt.Screen
	evidence Evidence
	state    State
	changes  []Change
	dirty    time.Time // of the first output that has not been read
	text     uint64
	seed     maphash.Seed
	progress bool // has been running
	painting bool // in the middle of a synchronized update
	past     []Evaluation
	next     int
}

// Change is a state that a person would be told, and when it began.
type Change struct {
	At time.Time
	State
}

// Evaluation is one decision and the claims that it was made from.
type Evaluation struct {
	At     time.Time
	State  State
	Claims []Claim
}

// NewWatcher watches a screen from start on. All output must go through Write.
func NewWatcher(d *Detector, screen *vt.Screen, start time.Time) *Watcher {
	w := &Watcher{detector: d, screen: screen, seed: maphash.MakeSeed()}
	w.evidence = Evidence{Started: start}
	w.state = State{Condition: Starting, By: ByProcess}
	w.changes = []Change{{start, w.state}}
	return w
}

// State is the last decision.
func (w *Watcher) State() State { return w.state }

// Next is when Advance should be called although nothing has happened, zero
// for never.
func (w *Watcher) Next() time.Time {
	due := earlier(w.readable(), w.state.Until)
	if !w.evidence.Gone.IsZero() {
		due = earlier(due, w.evidence.Gone.Add(repaint))
	}
	return due
}

// earlier returns the first of two times of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// readable is when the screen should be read, zero when it has been.
func (w *Watcher) readable() time.Time {
	if w.dirty.IsZero() {
		return time.Time{}
	}
	due := w.evidence.Output.Add(settle)
	if limit := w.dirty.Add(delay); limit.Before(due) {
		due = limit
	}
	if limit := w.dirty.Add(unfinished); w.painting && due.Before(limit) {
		due = limit
	}
	return due
}

// Advance decides everything that has become due until now, and returns the
// states since the last call that differ from the one before.
func (w *Watcher) Advance(now time.Time) []Change {
	for {
		due := w.Next()
		if due.IsZero() || due.After(now) {
			break
		}
		w.look(due)
		w.forget(due)
		w.decide(due)
	}
	changes := w.changes
	w.changes = nil
	return changes
}

// run is Advance for callers that fetch the changes later.
func (w *Watcher) run(now time.Time) {
	changes := w.Advance(now)
	w.changes = append(w.changes, changes...)
}

// Write takes output that came at that time and passes it to the screen.
func (w *Watcher) Write(at time.Time, output []byte) {
	w.run(at)
	// A screen keeps 256 events; no byte makes more than one.
	for len(output) > 0 {
		n := min(len(output), 256)
		_, _ = w.screen.Write(output[:n]) // never fails
		output = output[n:]
		for _, event := range w.screen.Events() {
			w.note(at, event)
		}
	}
	w.evidence.Output = at
	if w.dirty.IsZero() {
		w.dirty = at
	}
}

// Input notes that something was typed: what was idle until then may not be.
func (w *Watcher) Input(at time.Time) {
	w.run(at)
	w.evidence.Input, w.evidence.Settled = at, time.Time{}
	w.decide(at)
}

// Exit notes the end of the process; how is what to say about it.
func (w *Watcher) Exit(at time.Time, how string) {
	w.run(at)
	w.evidence.Process = Claim{Source: ByProcess, Condition: Exited, Excerpt: how, Since: at, Seen: at}
	w.dirty = time.Time{}
	w.decide(at)
}

// Explain returns the last decisions, at most 256, oldest first.
func (w *Watcher) Explain() []Evaluation {
	return append(append([]Evaluation(nil), w.past[w.next:]...), w.past[:w.next]...)
}

// note takes what the output says besides painting.
func (w *Watcher) note(at time.Time, event vt.Event) {
	e := &w.evidence
	switch event.Kind {
	case vt.StatusReported:
		claim, ok := statusClaim(event.Text, at)
		if !ok || !w.detector.signs.OSC7501 || !w.detector.uses(ByStatus) {
			return
		}
		if claim.Condition == e.Status.Condition && claim.Kind == e.Status.Kind {
			claim.Since = e.Status.Since
		} else {
			e.Before = e.Status
		}
		e.Status = claim
	case vt.TitleChanged:
		if w.detector.uses(ByTitle) {
			e.Title = w.detector.titleClaim(event.Text, e.Title, at)
		}
	case vt.ProgressChanged:
		if w.detector.uses(ByProgress) {
			w.noteProgress(at, event.Progress)
		}
	case vt.ModeChanged:
		if event.Mode == vt.Synchronized {
			w.painting = event.On
		}
	case vt.Reset:
		w.painting = false
		e.Status, e.Before, e.Title, e.Progress = Claim{}, Claim{}, Claim{}, Claim{}
	}
}

func (w *Watcher) noteProgress(at time.Time, p vt.Progress) {
	claim := Claim{Source: ByProgress, Excerpt: "progress", Since: at, Seen: at}
	switch {
	case p.State == vt.Running || p.State == vt.Indeterminate:
		claim.Condition, w.progress = Working, true
	case p.State == vt.NoProgress && w.progress:
		claim.Condition = Idle // the end of a work that it began
	default:
		claim = Claim{}
	}
	if claim.Condition == w.evidence.Progress.Condition {
		claim.Since = w.evidence.Progress.Since
	}
	w.evidence.Progress = claim
}

func (d *Detector) titleClaim(title string, before Claim, at time.Time) Claim {
	for _, rule := range d.rules.titles {
		if !rule.match.MatchString(title) {
			continue
		}
		claim := Claim{Source: ByTitle, Condition: rule.State, Excerpt: brief(title, excerptLength), Since: at, Seen: at, Fresh: rule.Fresh}
		if rule.State == Blocked {
			claim.Kind = Unspecified
		}
		if before.stands(rule.State, at) {
			claim.Since = before.Since
		}
		return claim
	}
	return Claim{}
}

var wallClock = regexp.MustCompile(`\b\d{1,2}:\d\d(?::\d\d)?\b`)

// look reads the screen if it has been written to since.
func (w *Watcher) look(now time.Time) {
	if due := w.readable(); due.IsZero() || now.Before(due) {
		return
	}
	at := w.evidence.Output
	w.dirty = time.Time{}
	snapshot := w.screen.Snapshot()
	w.compare(at, snapshot.Text())
	b := read(snapshot)
	e, d := &w.evidence, w.detector
	e.Text = b.last()
	end, excerpt := b.composer(d.rules.idle)
	if d.uses(ByScreen) {
		if end > 0 || !e.Composer.stands(Idle, at) {
			e.Composer = mark(e.Composer, Idle, "", excerpt, end > 0, at)
		} else if e.Composer.Fresh == 0 {
			e.Composer.Seen, e.Composer.Fresh = at, repaint
		}
		excerpt, ok := b.find(d.rules.busy)
		e.Busy = mark(e.Busy, Working, "", excerpt, ok, at)
		excerpt, ok = b.find(d.rules.waiting)
		e.Waiting = mark(e.Waiting, Blocked, Unspecified, excerpt, ok, at)
		excerpt, ok = b.find(d.rules.failure)
		e.Failure = mark(e.Failure, Idle, Failed, excerpt, ok, at)
	}
	if d.uses(ByDialog) {
		w.noteDialog(at, b.dialog(d.rules.dialogs, end))
	}
}

// noteDialog keeps a question that has vanished for as long as it may only be
// painted anew.
func (w *Watcher) noteDialog(at time.Time, seen *Dialog) {
	e := &w.evidence
	switch {
	case seen == nil && e.Dialog != nil:
		if e.Gone.IsZero() {
			e.Gone = at
		}
	case seen != nil:
		if e.Dialog == nil || e.Dialog.Fingerprint != seen.Fingerprint {
			e.Asked = at
		}
		e.Dialog, e.Gone = seen, time.Time{}
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
	if !now.Before(e.Gone.Add(repaint)) || goes(e.Status) || goes(e.Title) {
		e.Dialog, e.Gone, e.Settled = nil, time.Time{}, time.Time{}
	}
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

// compare notes whether the text has changed. Colours and clocks do not count.
func (w *Watcher) compare(at time.Time, text string) {
	if strings.TrimSpace(text) == "" && w.text == 0 {
		return
	}
	sum := maphash.String(w.seed, wallClock.ReplaceAllString(text, ""))
	if sum == w.text {
		return
	}
	w.text = sum
	e := &w.evidence
	if !e.Changed.IsZero() {
		if since := at.Sub(e.Changed); since <= burst {
			e.Burst, e.Settled = at, time.Time{}
		} else if since >= w.detector.signs.IdleQuiet && w.resting() {
			e.Settled = e.Changed.Add(w.detector.signs.IdleQuiet)
		}
	}
	e.Changed = at
}

// resting reports whether what was on the screen until now was an agent at
// rest, and not one that asks, is stuck, or has been typed to.
func (w *Watcher) resting() bool {
	e := &w.evidence
	composer := len(w.detector.rules.idle) == 0 || w.detector.signs.BlindQuiet > 0 || e.Composer.Condition != ""
	return composer && e.Settled.IsZero() && e.Dialog == nil && e.Busy.Condition == "" && !e.Input.After(e.Changed)
}

// decide resolves and keeps the decision.
func (w *Watcher) decide(now time.Time) {
	state := w.detector.Resolve(w.evidence, now)
	w.evidence.Ready = w.evidence.Ready || state.Condition != Starting
	evaluation := Evaluation{now, state, w.evidence.claims()}
	if len(w.past) < evaluations {
		w.past = append(w.past, evaluation)
	} else {
		w.past[w.next] = evaluation
		w.next = (w.next + 1) % evaluations
	}
	if !state.Same(w.state) {
		w.changes = append(w.changes, Change{now, state})
	}
	w.state = state
}
