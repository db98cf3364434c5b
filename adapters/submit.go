package adapters

import (
	"strings"
	"time"
	"unicode"
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
	first           time.Time // of the Enters
	enters          int
	before, held    string // the composer ahead of the paste and of Enter
	hidden          bool   // the composer could not be seen when Enter was typed
	opaque          bool   // it could, but not what stands in it
	disturbed       bool   // a question came between paste and Enter
}

type submitPhase int

const (
	submitWaiting submitPhase = iota
	submitPasting
	submitSettling
	submitConfirming
)

// View is what a terminal shows at one moment, as far as typing depends on it.
type View struct {
	State State
	// Current says that the screen has been read since the last byte came,
	// and Next when it will have been if not.
	Current bool
	Next    time.Time
	// Bracketed says that the program takes pastes (DECSET 2004).
	Bracketed bool
	// Changed is when the text on the screen last changed.
	Changed time.Time
	// Composing says that the place where input is typed can be seen, and
	// Composer what stands in it.
	Composing bool
	Composer  string
	// Worked is when a source other than the moving of text last began to say
	// that the agent works, or that it has finished a turn; WorkedBy is that source.
	Worked   time.Time
	WorkedBy Source
	// Hold forbids typing: a person is at the keys.
	Hold bool
	// Caution says why nothing may be typed, empty for no reason; see
	// Watcher.Caution.
	Caution string
}

// SubmitStep is what to do next: type Keys in one write and ask again; or,
// without any, ask again when the terminal has said something or Until has
// come (zero: no time).
type SubmitStep struct {
	Keys  string
	Until time.Time
	// Done is set at the end.
	Done *Submitted
}

// Submitted is what came of a submission.
type Submitted struct {
	// By is the proof that the text was taken, a source or "composer", empty
	// when there is none; Problem then says why.
	By      string
	Problem string
	Enters  int
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

// Text is what is pasted.
func (s *Submission) Text() string { return s.text }

// Begun reports whether anything has been typed.
func (s *Submission) Begun() bool { return s.phase != submitWaiting }

// Held reports whether the composer shows the text.
func (s *Submission) Held(v View) bool { return v.Composing && s.holding(v) }

// Step decides what to do at this moment.
func (s *Submission) Step(v View, now time.Time) SubmitStep {
	if v.State.Condition == Exited {
		return s.fail("the agent has exited")
	}
	switch s.phase {
	case submitWaiting:
		return s.wait(v, now)
	case submitPasting:
		return s.paste(now)
	case submitSettling:
		return s.settle(v, now)
	}
	return s.confirm(v, now)
}

// wait waits for the moment at which a paste is safe.
func (s *Submission) wait(v View, now time.Time) SubmitStep {
	if v.State.Condition != Idle && v.State.Condition != Done || v.State.Dialog != nil || v.Hold {
		s.idle = time.Time{}
		return SubmitStep{}
	}
	if s.idle.IsZero() {
		s.idle = now
	}
	quiet := v.Changed.Add(submitQuiet)
	switch {
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Caution != "":
		if give := s.idle.Add(cautionPatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("typing is not safe: " + v.Caution)
	case !v.Bracketed:
		if give := s.idle.Add(pastePatience); now.Before(give) {
			return SubmitStep{Until: give}
		}
		return s.fail("the program is idle and does not take pastes (DECSET 2004 is off)")
	case now.Before(quiet):
		return SubmitStep{Until: quiet}
	}
	s.pieces, s.before = pieces(pasteStart+s.text+pasteEnd), v.Composer
	s.phase = submitPasting
	return s.paste(now)
}

// paste types the next piece. One that is begun is ended, come what may:
// half a paste would leave the program waiting for the rest.
func (s *Submission) paste(now time.Time) SubmitStep {
	piece := s.pieces[0]
	s.pieces = s.pieces[1:]
	if len(s.pieces) == 0 {
		s.phase, s.pasted = submitSettling, now
	}
	return SubmitStep{Keys: piece}
}

// settle gives the composer its time, looks again, and types Enter.
func (s *Submission) settle(v View, now time.Time) SubmitStep {
	ready := s.pasted.Add(s.recipe.Settle)
	if echoed := v.Changed.After(s.pasted) || s.holding(v); !echoed {
		ready = later(ready, s.pasted.Add(echoPatience))
	}
	asked := v.State.Condition == Blocked || v.State.Dialog != nil
	s.disturbed = s.disturbed || asked
	switch {
	case asked || v.Hold:
		return SubmitStep{} // an Enter now would answer the question
	case now.Before(ready):
		return SubmitStep{Until: ready}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case s.swallowed(v):
		return s.fail("the text is not in the composer after it was pasted")
	}
	s.held, s.hidden, s.opaque = v.Composer, !v.Composing, s.unchanged(v)
	return s.enter(now)
}

// unchanged reports whether the composer, as far as it can be read, is as it
// was ahead of the paste.
func (s *Submission) unchanged(v View) bool {
	return v.Composing && solid(v.Composer) == solid(s.before)
}

// swallowed reports whether the text has gone from a composer that shows.
// Some composers show a long text as a placeholder, so only a short one is
// missed; and of some only the frame is known, so there the screen has to stay
// as it was, or a question has to have come between.
func (s *Submission) swallowed(v View) bool {
	if !v.Composing || s.holding(v) || strings.Contains(s.text, "\n") || len(s.text) >= 200 || len(s.marks) == 0 {
		return false
	}
	return s.disturbed || !s.unchanged(v) || !v.Changed.After(s.pasted)
}

func (s *Submission) enter(now time.Time) SubmitStep {
	s.phase, s.entered = submitConfirming, now
	if s.enters == 0 {
		s.first = now
	}
	s.enters++
	return SubmitStep{Keys: enterKey}
}

// confirm looks for proof, and types Enter again when the text demonstrably
// still stands in the composer.
func (s *Submission) confirm(v View, now time.Time) SubmitStep {
	switch {
	case v.Worked.After(s.first):
		return s.done(string(v.WorkedBy), now)
	case v.State.Dialog != nil:
		return s.done(string(ByDialog), now)
	case v.Current && s.emptied(v):
		return s.done("composer", now)
	case (s.hidden || s.opaque) && v.Changed.After(s.first):
		return s.done(string(ByScreen), now)
	}
	again := s.entered.Add(enterPatience)
	if now.Before(again) {
		return SubmitStep{Until: again}
	}
	switch {
	case v.State.Condition == Blocked || v.Hold:
		return SubmitStep{}
	case !v.Current:
		return SubmitStep{Until: v.Next}
	case v.Composing && s.enters < s.recipe.Enters:
		return s.enter(now)
	case v.Composing:
		return s.fail("the text stays in the composer")
	}
	if give := s.entered.Add(confirmPatience); now.Before(give) {
		return SubmitStep{Until: give}
	}
	return s.fail("there is no sign that the text was taken")
}

// holding reports whether the composer shows the text.
func (s *Submission) holding(v View) bool {
	shown := solid(v.Composer)
	for _, mark := range s.marks {
		if strings.Contains(shown, mark) {
			return true
		}
	}
	return false
}

// emptied reports whether the text has left the composer. One that showed a
// placeholder for the text has left when something else is there.
func (s *Submission) emptied(v View) bool {
	if !v.Composing || s.opaque || s.holding(v) {
		return false
	}
	return s.hidden || s.holding(View{Composer: s.held}) || solid(firstLine(v.Composer)) != solid(firstLine(s.held))
}

func (s *Submission) done(by string, now time.Time) SubmitStep {
	return SubmitStep{Done: &Submitted{By: by, Enters: s.enters, Took: now.Sub(s.first)}}
}

func (s *Submission) fail(problem string) SubmitStep {
	return SubmitStep{Done: &Submitted{Problem: problem, Enters: s.enters}}
}

// pasteable takes out of a text what could end a paste or act on a terminal.
func pasteable(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return strings.TrimRight(text, "\n")
}

// pieces cuts a text into writes, never inside a character or a sequence.
func pieces(text string) []string {
	var list []string
	for len(text) > pieceSize {
		n := pieceSize - len(pasteEnd)
		for n > 0 && text[n]&0xc0 == 0x80 {
			n--
		}
		list, text = append(list, text[:n]), text[n:]
	}
	return append(list, text)
}

// landmarks are parts of a text that show it in a composer, however the
// composer wraps it: the beginnings of its first and of its last line.
func landmarks(text string) []string {
	const long = 24
	var marks []string
	lines := strings.Split(text, "\n")
	for _, line := range []string{lines[0], lines[len(lines)-1]} {
		if mark := []rune(solid(line)); len(mark) > 0 {
			marks = append(marks, string(mark[:min(len(mark), long)]))
		}
	}
	return marks
}

// solid is a text without what wrapping and frames add.
func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r >= 0x2500 && r <= 0x259f {
			return -1
		}
		return r
	}, text)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
