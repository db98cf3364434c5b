package adapters

import (
	"slices"
	"strings"
	"time"
)

// beside claims a question from what stands beside the composer.
func (w *Watcher) beside(b bottom, p place, at time.Time) Claim {
	d, below := b.posed(p, w.detector.rules.waiting, w.drift.rows, w.given, w.evidence.Busy.Condition != "")
	if d == nil {
		w.quoted, w.evidence.Unanswered, w.reply = "", "", reply{}
		return Claim{}
	}
	if w.reply.note(d, below, w.evidence.Unanswered == d.Fingerprint); w.reply.done || d.Fingerprint == w.quoted {
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

// insists reports whether what offers keys beside the composer has stood there, but for numbers and
// signs, for so long that it is asked, whatever moves. One who has typed since it was told may have
// answered, and gets longer to see the question go. Agents whose release is known are believed to work.
func (q *inquiry) insists() bool {
	e := &q.e
	if e.Posed.Condition == "" || q.signs.Recorded != "" {
		return false
	}
	patience := strange
	if e.unanswered() {
		patience = stuckAfter
	}
	return q.past(later(later(e.Posed.Since, e.Input), e.Started).Add(patience))
}

// reply is what has come of the question that stands beside the composer.
type reply struct {
	fingerprint, chosen string
	// said says that a sentence stands below it, done that one has come since somebody typed.
	said, done bool
}

// note takes a screen with a question and what stands below that. Before anybody has typed, a
// sentence there is about the question; so is one that comes while the cursor of its list moves.
func (r *reply) note(d *Dialog, below string, typed bool) {
	now := reply{fingerprint: d.Fingerprint, said: slices.ContainsFunc(strings.Split(below, "\n"), sentenced.MatchString)}
	if at := slices.IndexFunc(d.Options, func(o Option) bool { return o.Selected }); at >= 0 {
		now.chosen = d.Options[at].String()
	}
	if now.fingerprint == r.fingerprint && (typed || r.done) {
		now.done = now.said && (r.done || !r.said && now.chosen == r.chosen)
		now.said, now.chosen = r.said, r.chosen
	}
	*r = now
}
