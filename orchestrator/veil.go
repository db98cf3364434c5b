package orchestrator

import (
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/pty"
)

// InteractionChanged says that an open question cannot be read as people were told it, because it is not all on the
// screen, or that it can be again, or that another stands there by now: what they may do about it is another. Nobody
// is called for that.
type InteractionChanged struct {
	Kind        string   `json:"kind"`
	Excerpt     string   `json:"excerpt,omitempty"`
	Options     []string `json:"options,omitempty"` // of another question
	Fingerprint string   `json:"fingerprint"`
	// Yes is the answer that rooda approve gives by now, empty where it has none.
	Yes string `json:"yes,omitempty"`
	// Hidden is why it has none, empty where the question can be read again; Note is that, or what was told with the
	// question.
	Hidden string `json:"hidden,omitempty"`
	Note   string `json:"note,omitempty"`
	// Another says that the agent asks something else by now.
	Another bool `json:"another,omitempty"`

	from string // the fingerprint of what was told before
}

// Type is the name in the journal; it never changes.
func (InteractionChanged) Type() string { return "interaction_changed" }

func (InteractionChanged) talk() {}

// hiddenWords begin what people are told of a question that is hidden.
const hiddenWords = "it is not all on the agent's screen"

// veils reports whether the agent asks, and the question that people may approve is not all on the screen, as
// in a window that is too small for it.
func (q *obstacle) veils(s scene) bool {
	if q.yes == "" || q.print == "" || q.unread || s.State.Condition != adapters.Blocked {
		return false
	}
	seen, known := s.State.Question(), q.state.Question()
	return known != nil && (s.Hidden || seen == nil || seen.Fingerprint != known.Fingerprint)
}

// hiding is why the question is not all on the screen.
func hiding(s scene) string {
	if s.Cut {
		return ": a smaller window has cut it, and something came after that"
	}
	return ", which has " + sized(s.size)
}

// veil reports whether people are to be told that the question is not all on the screen, for longer than it takes
// to be painted, or that it is again.
func (q *obstacle) veil(s scene, now time.Time) (turned bool) {
	veils := q.veils(s)
	switch {
	case !s.Current || s.Hold:
		return false
	case q.regains(s):
		_, q.yes, _ = s.State.Yes()
		return true
	case !veils:
		q.veiled = time.Time{}
	case q.veiled.IsZero():
		q.veiled = now
	}
	if turned = q.hidden != veils && (!veils || !now.Before(q.veiled.Add(Vanish))); turned {
		q.hidden = veils
	}
	return turned
}

// regains reports whether the question was hidden as another host went, and can be read now.
func (q *obstacle) regains(s scene) bool {
	seen := s.State.Question()
	_, _, plain := s.State.Yes()
	return q.heir && !q.unread && q.given == nil && strings.HasPrefix(q.note, hiddenWords) && q.yes == "" && plain && seen.Fingerprint == q.print
}

// altered is what people may do about the question now.
func (q *obstacle) altered(s scene) InteractionChanged {
	told := InteractionChanged{Kind: string(q.state.Kind), Excerpt: q.state.Excerpt, Fingerprint: q.print, Yes: q.yes, Note: q.note, from: q.print}
	switch {
	case q.hidden:
		told.Hidden = hiddenWords + hiding(s)
		if !s.Cut {
			told.Hidden += ": look at it from a larger window"
		}
		told.Yes, told.Note = "", told.Hidden
	case strings.HasPrefix(q.note, hiddenWords): // another host's; policy stays out of it all the same
		told.Note = ""
	}
	return told
}

// sized is a size of a screen in words.
func sized(size pty.Size) string {
	return fmt.Sprintf("%d columns and %d rows", size.Cols, size.Rows)
}
