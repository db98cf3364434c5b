package orchestrator

import (
	"strings"

	"rooda/adapters"
)

// promptless and turnOver say why nothing is handed over to the agent of a
// task, before its first turn and after each.
const (
	promptless = "the task has no prompt: somebody has to talk to the agent"
	turnOver   = "the turn is over, and the task has no prompt: talk to the agent, or end the task with rooda complete"
)

// manual shows how to describe an agent whose screen is not read rightly.
const manual = "docs/adapters/writing.md"

// advice says on one line why a person is called to an agent that asks nothing,
// and what to do; empty where the cause says it all.
func advice(s adapters.State) string {
	const ends = ", and rooda complete if it is done; "
	switch {
	case s.Kind == adapters.Unreadable:
		return "rooda cannot tell what it does: attach and look" + ends + manual + " makes its screen known"
	case s.Kind == adapters.Stuck:
		return "it may think, wait or hang: attach and look" + strings.TrimSuffix(ends, "; ")
	case s.Kind != inputLacking || s.Excerpt == turnOver:
		return ""
	case s.Excerpt == promptless:
		return "rooda attach or rooda send talks to it, rooda complete ends the task"
	case s.Excerpt == foreign:
		return "attach, and send it or take it away"
	case adapters.Remedy(s.Excerpt) != "":
		return "rooda types nothing more: attach and see to it" + ends + "if it works as before, set " + adapters.Remedy(s.Excerpt)
	case s.Excerpt == nothingCame(false):
		return "rooda sees no work: attach and look" + ends + manual + " makes its signs known"
	}
	return "rooda types nothing more: attach and see to it" + ends + manual + " makes its composer known"
}
