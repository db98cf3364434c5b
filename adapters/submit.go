package adapters

import (
	"strings"
	"time"
)

const (
	// submitQuiet is how long the text must not have changed before a paste.
	submitQuiet = 250 * time.Millisecond
	// pasteSettle is what a composer needs after a paste, and slashSettle what
	// the menu of a command needs, before it takes an Enter.
	pasteSettle, slashSettle = 150 * time.Millisecond, 500 * time.Millisecond
	// echoPatience is how long a paste may take to show.
	echoPatience = 5 * time.Second
	// enterPatience is how long an Enter may take to show, confirmPatience
	// how long there may be no sign at all of what became of it.
	enterPatience, confirmPatience = 2 * time.Second, 15 * time.Second
	// pastePatience is how long an idle program may not take pastes.
	pastePatience = 15 * time.Second
	// restPatience is how long an idle program's text may go on moving.
	restPatience = time.Minute
	// cautionPatience is how long an agent that looks strange may do so.
	cautionPatience = 5 * time.Second
	// pasteEnters is how many Enters are tried.
	pasteEnters = 3
	// pieceSize is the most that is written at once: a terminal takes 4 KiB
	// without waiting for its reader.
	pieceSize = 4 << 10
)

const (
	pasteStart, pasteEnd = "\x1b[200~", "\x1b[201~"
)

// Submission hands one text to an agent's composer, in the order of DESIGN
// 5.4 that cannot approve anything by accident: nothing is typed unless the
// agent is idle, takes pastes, and a screen newer than its last byte shows no
// question; the text is pasted once; Enter is a write of its own, after
// another look; and it counts only when there is proof that it was taken.
//
// It is pure: whoever drives it passes what the terminal shows and the time.
// It is not safe for concurrent use.
//
//	for step := s.Step(view, now); step.Done == nil; step = s.Step(view, now) {
//		type(step.Keys), or wait for the terminal or for step.Until
//	}
type Submission struct {
	text   string
	marks  []string // of the text, as they show in a composer
	recipe Submit
	phase  submitPhase

	idle            time.Time // since when it could begin but for the paste mode
	pieces          []string
	pasted, entered time.Time
	first, since    time.Time // the first Enter, and that from which on there may be proof
	enters          int
	before, held    View      // ahead of the paste and of the last Enter
	broken          string    // why the agent has not got all of the text, or may not have, empty where not
	opaque          bool      // what stood in the composer could not be seen then
	gone            time.Time // since when there is no composer to type Enter into
	came, asked     time.Time // when a question first and last stood there after an Enter

	pauses  []pause     // oldest first
	earlier *Submission // as it was before the last keys, nil before the first
}

type submitPhase int

const (
	submitWaiting submitPhase = iota
	submitPasting
	submitSettling
	submitConfirming
)

// SubmitStep is what to do next: type Keys in one write and ask again; or,
// without any, ask again when the terminal has said something or Until has
// come (zero: no time).
type SubmitStep struct {
	Keys string
	// Extends says that they go on with a paste, and are nothing by themselves.
	Extends bool
	Until   time.Time
	// Done is set at the end.
	Done *Submitted
}

// Submitted is what came of a submission.
type Submitted struct {
	// By is the proof that the text was taken, a source or "composer", empty
	// when there is none; Problem then says why.
	By      string
	Problem string
	// Remedy is the setting that mends the problem for good, empty where none does.
	Remedy string
	Enters int
	// Took is the time from the first Enter to the proof.
	Took time.Duration
}

// NewSubmission prepares a text. What could act on a terminal is taken out of
// it; zeros in the recipe mean the usual.
func NewSubmission(text string, recipe Submit) *Submission {
	text = pasteable(text)
	if recipe.Settle == 0 {
		recipe.Settle = pasteSettle
	}
	if strings.HasPrefix(text, "/") && !strings.Contains(text, "\n") {
		recipe.Settle = max(recipe.Settle, slashSettle)
	}
	if recipe.Enters == 0 {
		recipe.Enters = pasteEnters
	}
	return &Submission{text: text, marks: landmarks(text), recipe: recipe}
}

// Retract takes the last keys back, which could not be typed: all that has to be so before they
// are is looked at again.
func (s *Submission) Retract() {
	if s.earlier != nil {
		*s = *s.earlier
	}
}

// Break notes that, and why, perhaps not all of the last keys were typed, and none unless begun. A paste
// that came in part is followed neither by more of it nor by Enter; of an Enter there is proof or not, and
// one that was not typed does not count.
func (s *Submission) Break(why string, begun bool) {
	switch {
	case s.phase == submitConfirming && begun:
	case s.phase == submitConfirming:
		s.Retract()
		s.broken = why + ", and Enter was not typed"
		if s.Entered() {
			s.broken += " again"
		}
	case begun:
		s.broken = why + ", and may have got only a part of the text"
	case s.earlier != nil && s.earlier.phase == submitWaiting:
		s.broken = why + ", and nothing of the text was typed"
	default:
		s.broken = why + ", and has got only a part of the text"
	}
}

// Text is what is pasted.
func (s *Submission) Text() string { return s.text }

// Begun reports whether anything has been typed.
func (s *Submission) Begun() bool { return s.phase != submitWaiting }

// Entered reports whether an Enter has been typed: a program that has gone since
// may have taken the text.
func (s *Submission) Entered() bool { return s.Enters() > 0 }

// Enters is how many have been typed.
func (s *Submission) Enters() int { return s.enters }

// Held reports whether the composer shows the text, or what stands for a long one.
func (s *Submission) Held(v View) bool {
	return v.Composing && (s.holding(v) || s.holding(View{Composer: v.Draft}) || s.folded(v))
}
