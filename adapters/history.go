package adapters

import (
	"slices"
	"time"
)

// evaluations is how many decisions are kept.
const evaluations = 256

// Evaluation is one decision and the claims that it was made from. A decision
// that comes again, by claims that have stood since the same times, is the same
// one: a moving sign is no news.
type Evaluation struct {
	Number int // from 1
	// At is when it was made first, Last when it was last, and Times how often.
	At, Last time.Time
	Times    int
	State    State
	Claims   []Claim
}

// history is the last decisions, in a ring.
type history struct {
	kept  []Evaluation
	count int // of all that there were
}

func (h *history) add(now time.Time, state State, claims []Claim) {
	if h.count > 0 {
		last := &h.kept[(h.count-1)%evaluations]
		if last.State.Same(state) && last.State.By == state.By && slices.EqualFunc(last.Claims, claims, Claim.continues) {
			last.Last = now
			last.Times++
			return
		}
	}
	h.count++
	e := Evaluation{Number: h.count, At: now, Last: now, Times: 1, State: state, Claims: claims}
	if len(h.kept) < evaluations {
		h.kept = append(h.kept, e)
	} else {
		h.kept[(h.count-1)%evaluations] = e
	}
}

// since returns what is kept from that number on, oldest first.
func (h *history) since(number int) []Evaluation {
	var list []Evaluation
	for n := max(number, h.count-len(h.kept)+1); n <= h.count; n++ {
		list = append(list, h.kept[(n-1)%evaluations])
	}
	return list
}

// continues reports whether a claim is one that was made before, be it in other
// words.
func (c Claim) continues(before Claim) bool {
	return c.Source == before.Source && c.Condition == before.Condition && c.Kind == before.Kind && c.Since.Equal(before.Since)
}
