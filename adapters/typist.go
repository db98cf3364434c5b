package adapters

import "time"

// Input notes that a person typed something: what was idle until then may not
// be, and a question that looks a little different may be the same.
func (w *Watcher) Input(at time.Time) {
	w.run(at)
	w.heard(at)
	w.person = at
	w.input(at)
}

// Own notes that rooda typed something.
func (w *Watcher) Own(at time.Time) {
	w.run(at)
	w.input(at)
}

func (w *Watcher) input(at time.Time) {
	switch w.state.Condition {
	case Idle, Done:
		w.evidence.Met = w.composing
		w.motion.signs = nil // what moves belongs to a turn
		w.footer.turn()
	case Unknown:
		w.motion.signs = nil
	}
	if posed := w.evidence.Posed.Question; posed != nil && w.state.Beside {
		w.evidence.Unanswered = posed.Fingerprint
	}
	w.motion.answered()
	w.footer.unasked = false
	if under := w.evidence.Beneath.Question; under != nil && w.state.Condition == Blocked {
		w.drift.answered = under.Fingerprint
	}
	w.evidence.Input, w.evidence.Settled = at, time.Time{}
	w.decide(at)
}
