package adapters

import "time"

// beside claims a question from what stands beside the composer.
func (w *Watcher) beside(b bottom, p place, at time.Time) Claim {
	d := b.posed(p)
	if d == nil {
		w.quoted, w.evidence.Unanswered = "", ""
		return Claim{}
	}
	if d.Fingerprint == w.quoted {
		return Claim{}
	}
	before := w.evidence.Posed
	if before.Question != nil && before.Question.Fingerprint != d.Fingerprint {
		before = Claim{}
	}
	claim := mark(before, Blocked, d.Kind, d.Excerpt(), true, at)
	claim.Question = d
	return claim
}

// unanswered reports whether what stands beside the composer was told as a question, and somebody
// has typed since: as long as it stands there, and nothing says that the agent works, that was no answer.
func (e *Evidence) unanswered() bool {
	return e.Posed.Question != nil && e.Posed.Question.Fingerprint == e.Unanswered
}

// quote keeps that what stands beside the composer of an agent which rests by its own
// word is no question, for as long as it stands there.
func (w *Watcher) quote(s State) {
	posed := w.evidence.Posed.Question
	if posed != nil && (s.Condition == Idle || s.Condition == Done) {
		w.quoted, w.evidence.Posed = posed.Fingerprint, Claim{}
	}
}

// rest is a state of rest, unless what stands beside the composer offers keys. What an
// agent reports of itself counts for more, since it would report a question; so does the
// title of one whose release is known to ask in the place of its composer. Signs that only
// tell rest from work do not.
func (q *inquiry) rest(s State) (State, bool) {
	posed := q.e.Posed
	own := s.By == ByHook || s.By == ByStatus || q.signs.Recorded != "" && (s.By == ByTitle || s.By == ByProgress)
	if posed.Condition == "" || own {
		return s, true
	}
	return State{Condition: Blocked, Kind: posed.Kind, By: ByScreen, Excerpt: posed.Excerpt, Offered: posed.Question, Beside: true}, true
}
