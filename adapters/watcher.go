package adapters

import (
	"hash/maphash"
	"time"

	"rooda/pty/vt"
)

const (
	// repaint is how long a composer or a question may be missing while the
	// program wipes and paints it.
	repaint = 150 * time.Millisecond
	// growth is how long a question may go on being painted: less than
	// anybody needs to answer it.
	growth = 250 * time.Millisecond
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
	canary   canary
	// grown maps the fingerprint of a question to that of its first part.
	grown map[string]string
	// seen is the question of the evidence as the screen shows it now, and
	// former the one that it took the place of.
	seen   *Dialog
	former standing
	// offered is the question that no rule knows, since it came.
	offered standing
	person  time.Time // when somebody but rooda last typed
	// resized is when the window last got another size, and stood the question
	// that was there when it began to change, for as long as it may be the one
	// that stands there, if hidden.
	resized time.Time
	stood   standing
	// cut is what the screen showed then, before anything was painted in the new
	// size, empty when that was more than had been read; unpainted says that it
	// still did when it was last read.
	cut       string
	unpainted bool
	narrowed  narrowing
	// clipped says that of the question not all was on the screen when that was last read, for which there was room
	// until the window got another size, at the time of shrunk.
	clipped bool
	shrunk  time.Time

	bracketed bool // pastes are taken
	composing bool // the composer is on the screen
	focused   bool // the terminal's cursor has stood in it
	seat      seat // where it was last seen
	composer  string
	draft     string
	legible   bool // the draft can be told from what is suggested
	read      bool // it could be once
	picture   *vt.Snapshot
	shown     string // the whole screen
	above     string // the same up to the composer
	bottom    string
	caret     string // what stands ahead of the terminal's cursor
	foot      string // the lower edge of the composer
	bay       string // what stands where a composer without a sign was
	toiled    time.Time
	quoted    string // fingerprint of what stands beside the composer and is no question
	reply     reply  // what has come of one that does
	prompting prompting
	given     []given
	motion    motion
	drift     drift
	footer    footer

	past history
	// unused says that there was a status record, and that they are not used.
	unused bool
}

// Change is a state that a person would be told, and when it began.
type Change struct {
	At time.Time
	State
}

// NewWatcher watches a screen from start on. All output must go through Write.
func NewWatcher(d *Detector, screen *vt.Screen, start time.Time) *Watcher {
	w := &Watcher{detector: d, screen: screen, seed: maphash.MakeSeed()}
	w.evidence = Evidence{Started: start}
	w.state = State{Condition: Starting, By: ByProcess, Until: start}
	w.changes = []Change{{start, w.state}}
	return w
}

// State is the last decision.
func (w *Watcher) State() State { return w.state }

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
		w.widen(due)
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
	w.draw(at, output)
	w.evidence.Output = at
	w.dirty = earlier(w.dirty, at)
}

// Restore takes a picture of what the terminal itself shows after the same output: it had other sizes when that came.
func (w *Watcher) Restore(at time.Time, picture []byte) {
	w.run(at)
	unpainted := w.cut != "" && w.screen.Snapshot().Text() == w.cut && !w.printed(w.resized)
	w.draw(at, picture)
	if unpainted {
		w.cut = w.screen.Snapshot().Text()
	}
	w.dirty = earlier(w.dirty, at)
}

// draw passes what is to be seen to the screen.
func (w *Watcher) draw(at time.Time, output []byte) {
	// A screen keeps 256 events; no byte makes more than one.
	for len(output) > 0 {
		n := min(len(output), 256)
		_, _ = w.screen.Write(output[:n]) // never fails
		output = output[n:]
		for _, event := range w.screen.Events() {
			w.note(at, event)
		}
	}
}

// Unused reports whether the program has told its status by records that are not
// used, because its adapter does not say that they are right.
func (w *Watcher) Unused() bool { return w.unused }

// Exit notes the end of the process; how is what to say about it.
func (w *Watcher) Exit(at time.Time, how string) {
	w.run(at)
	w.evidence.Process = Claim{Source: ByProcess, Condition: Exited, Excerpt: how, Since: at, Seen: at}
	w.dirty = time.Time{}
	w.decide(at)
}

// Resize follows the terminal's size.
func (w *Watcher) Resize(at time.Time, cols, rows int) {
	w.run(at)
	w.resize(at, cols, rows)
	w.dirty = earlier(w.dirty, at)
}

// prove keeps the newest proof of work.
func (w *Watcher) prove() {
	e := &w.evidence
	for _, c := range []Claim{e.Hook, e.Status, e.Title, e.Progress, e.Busy} {
		done := (c.Source == ByStatus || c.Source == ByHook) && (c.Condition == Done || c.Kind == Failed)
		if !done && c.Condition != Working {
			continue
		}
		if c.Since.After(e.Worked.Since) {
			e.Worked = c
		}
		if c.stands(Working, e.Input) {
			c.Since = later(c.Since, e.Input)
		}
		if c.Source != ByScreen {
			e.Told = later(e.Told, c.Since)
		}
	}
}

// Explain returns the last decisions, at most 256, oldest first, of those from
// that number on.
func (w *Watcher) Explain(from int) []Evaluation { return w.past.since(from) }

// decide resolves and keeps the decision.
func (w *Watcher) decide(now time.Time) {
	w.prove()
	state := w.detector.Resolve(w.evidence, now)
	w.evidence.Ready = w.evidence.Ready || state.Condition != Starting
	w.quote(state)
	w.offers(now, state.Offered)
	w.past.add(now, state, w.evidence.claims())
	if !state.Same(w.state) {
		w.changes = append(w.changes, Change{now, state})
	}
	w.state = state
	w.passed()
	if failed := w.evidence.Hook.Kind == Failed; failed && state.Condition == Working && state.By != ByScreen {
		w.evidence.Hook = Claim{} // work by any proof begins another turn
	}
}
