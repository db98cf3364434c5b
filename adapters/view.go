package adapters

import (
	"time"

	"rooda/pty/vt"
)

// View is what a terminal shows at one moment, as far as typing depends on it.
type View struct {
	State State
	// Asked is when the question of the state came to stand on the screen.
	Asked time.Time
	// Missing says that the question of the state is not on the screen any more, and may only be
	// about to be painted again.
	Missing bool
	// Cut says that of the question of the state only what a smaller window has left stands on the screen, for nobody
	// has painted it since. Hidden says that it is not all there, for that or any other reason, and that nothing
	// proves that it still is that one.
	Cut, Hidden bool
	// Current says that the screen has been read since the last byte came,
	// and Next when it will have been if not.
	Current bool
	Next    time.Time
	// Bracketed says that the program takes pastes (DECSET 2004).
	Bracketed bool
	// Changed is when the text on the screen last changed, Resized when its size did.
	Changed, Resized time.Time
	// Composing says that the place where input is typed can be seen, and
	// Composer what stands in it. Above is the screen up to there, the whole of it
	// while no composer can be seen.
	Composing bool
	Composer  string
	Above     string
	// Draft is what stands in it and was typed, as far as that can be told
	// from what it suggests, and Legible says that it can be, Read that it
	// could be once; Text is the whole screen.
	Draft   string
	Legible bool
	Read    bool
	Text    string
	// Blind says that the agent has a place for input that is known, and that
	// it cannot be seen: whatever the agent says of itself, something else may
	// be on its screen.
	Blind bool
	// Bottom is the last lines on the screen, Covered whether they look like a
	// question, however short a time they have stood there, or like a page with
	// its keys.
	Bottom  string
	Covered bool
	// Posed says that beside the composer there stands a question that offers keys, however
	// short a time: an Enter would be an answer, see State.Beside.
	Posed bool
	// Caret is what stands ahead of the terminal's cursor in its line and the
	// few above, empty while it cannot be seen. Focused says that it has stood
	// in the composer before, and Foot is the lower edge of the composer as it
	// was last seen, empty for none.
	Caret   string
	Focused bool
	Foot    string
	// Bay is what stands where a composer was that is nothing but two rules while it is
	// empty, and has the cursor if that can be seen. Whoever has just typed into it can
	// tell whether it is that composer; empty for none.
	Bay string
	// Worked is when a source other than the moving of text last began to say
	// that the agent works, or that it has finished a turn; WorkedBy is that source.
	Worked   time.Time
	WorkedBy Source
	// Turning is since when a sign stands on the screen that should move, zero while there is
	// none. It vetoes rest, and proves nothing by itself.
	Turning time.Time
	// Toiled is when something above the composer last looked like work, if only by its moving.
	Toiled time.Time
	// Hold forbids typing: a person is at the keys.
	Hold bool
	// Caution says why nothing may be typed, empty for no reason, see
	// Watcher.Caution, and Remedy which setting makes rooda type all the same, empty for none.
	Caution, Remedy string
	// Unsure says that nothing may be typed yet, because the version of the agent is still to
	// be told, by its screen or by Watcher.Answered.
	Unsure bool

	screen *vt.Snapshot // what was read, nil before the first time
}

// View is what typing into the terminal depends on, as of the last Advance.
// Hold is for the caller to set.
func (w *Watcher) View() View {
	caution := w.caution()
	return View{
		State: w.state, Asked: w.asked(), Missing: !w.evidence.Gone.IsZero(), Current: w.dirty.IsZero(), Next: w.readable(), Bracketed: w.bracketed,
		Cut: w.narrowed.cut != nil, Hidden: w.hidden(),
		Changed: w.evidence.Changed, Resized: w.resized, Text: w.shown, Above: w.above,
		Composing: w.composing, Composer: w.composer, Draft: w.draft, Legible: w.legible, Read: w.read,
		Blind:  !w.composing && len(w.detector.rules.idle) > 0 && w.detector.uses(ByScreen),
		Bottom: w.bottom, Covered: w.evidence.Page.Condition != "" || w.evidence.Waiting.Condition != "",
		Posed: w.evidence.Posed.Condition != "",
		Caret: w.caret, Focused: w.focused, Foot: w.foot, Bay: w.bay,
		Worked: w.evidence.Worked.Since, WorkedBy: w.evidence.Worked.Source, Turning: w.evidence.Sign.Since, Toiled: w.toiled, Caution: caution.why, Remedy: caution.remedy,
		Unsure: w.canary.unsure(),
		screen: w.picture,
	}
}
