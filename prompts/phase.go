package prompts

import "strings"

// Phase is one of the four steps of an iteration. Its value is the folder of
// its built-in fragments and the key that configuration uses.
type Phase string

// The phases.
const (
	Observe Phase = "observe"
	Orient  Phase = "orient"
	Decide  Phase = "decide"
	Act     Phase = "act"
)

// Phases returns the phases in the order an iteration goes through them.
func Phases() []Phase { return []Phase{Observe, Orient, Decide, Act} }

// heading is the name in the prompt's phase header.
func (p Phase) heading() string { return strings.ToUpper(string(p)) }

// instruction is the sentence under the heading: it holds for every
// procedure, so that a custom fragment need not repeat it.
func (p Phase) instruction() string {
	switch p {
	case Observe:
		return "Gather the facts below with your tools. Edit no file and no item yet; what a build or test run leaves behind is no edit."
	case Orient:
		return "Work out what the facts mean for this procedure's goal."
	case Decide:
		return "Settle what you will do in this iteration before you do it."
	default:
		return "Carry out the decision now, step by step, and check each result."
	}
}
