package adapters

import "time"

// Condition is what an agent is doing, as far as its terminal tells.
type Condition string

// The conditions of DESIGN 5.4.
const (
	Starting Condition = "starting" // not yet ready for input
	Idle     Condition = "idle"     // waits for input
	Working  Condition = "working"
	Blocked  Condition = "blocked" // asks something
	Done     Condition = "done"    // waits for input, and says that the turn is complete
	Unknown  Condition = "unknown" // never to be taken for idle
	Exited   Condition = "exited"
)

// Kind narrows a condition.
type Kind string

// What a blocked agent asks for, why a condition is unknown, and Failed for an
// agent that is idle because its turn ended in an error.
const (
	Permission  Kind = "permission"
	Question    Kind = "question"
	Auth        Kind = "auth"
	Trust       Kind = "trust"
	Unspecified Kind = "unknown"
	Stuck       Kind = "stuck"
	Unreadable  Kind = "unreadable"
	Failed      Kind = "error"
)

// Source is where a claim comes from.
type Source string

// The sources, in the order of trust. Silence is not a source that speaks: it
// is what decides when none has spoken for too long.
const (
	ByProcess  Source = "process"
	ByHook     Source = "hook"
	ByStatus   Source = "osc7501"
	ByDialog   Source = "dialog"
	ByTitle    Source = "title"
	ByProgress Source = "progress"
	ByScreen   Source = "screen"
	BySilence  Source = "silence"
)

// Sources returns the sources that a Detector can be told to ignore.
func Sources() []Source {
	return []Source{ByStatus, ByDialog, ByTitle, ByProgress, ByScreen}
}

// State is one decision: what the agent is doing, who says so, and the words
// that it rests on.
type State struct {
	Condition Condition
	Kind      Kind
	By        Source
	Excerpt   string
	// Dialog is the question on the rendered screen of a blocked agent. It is
	// nil when only a title or a status record says that there is one: then a
	// person may be told, but nothing may be answered.
	Dialog *Dialog
	// Offered is the same for a question that no rule knows, as far as it can
	// be read. Somebody may say yes to it, and policy answers it never.
	Offered *Dialog
	// Beside says that the question stands beside a composer which takes what is typed all
	// the same, so that a text with its Enter would answer it.
	Beside bool
	// Until is when the same evidence may come to mean something else; zero
	// when only new output can change the decision.
	Until time.Time
}

// Same reports whether a person would be told the same thing: condition and
// kind are equal, and the questions, where both are seen, are one.
func (s State) Same(other State) bool {
	if s.Condition != other.Condition || s.Kind != other.Kind {
		return false
	}
	return s.Dialog == nil || other.Dialog == nil || s.Dialog.Fingerprint == other.Dialog.Fingerprint
}
