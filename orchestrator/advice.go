package orchestrator

import (
	"strings"

	"rooda/adapters"
)

// manual shows how to describe an agent whose screen is not read rightly.
const manual = "docs/adapters/writing.md"

// scripts shows a script whose screen is.
const scripts = "docs/adapters/generic.md"

// advice says on one line why a person is called to an agent that asks nothing,
// and what to do; empty where the cause says it all.
func advice(s adapters.State, l lack) string {
	const ends = ", and rooda complete if it is done; "
	switch s.Kind {
	case adapters.Unreadable:
		return "rooda cannot tell what it does: attach and look" + ends + manual + " makes its screen known"
	case adapters.Stuck:
		return "it may think, wait or hang: attach and look" + strings.TrimSuffix(ends, "; ")
	}
	if s.Beside {
		return "rooda types nothing beside it, since the Enter of a text could answer it: answer it by rooda attach, or rooda send --keys; if it is only what the agent says, rooda complete ends the task"
	}
	switch l.cause {
	case noCause, turnOver:
		return ""
	case promptless:
		return "rooda attach or rooda send talks to it, rooda complete ends the task"
	case foreign:
		return "attach, and send it or take it away"
	case unsent:
		return "it stands in the composer: rooda send SESSION/TASK --keys Enter sends it, rooda attach to change it or take it away"
	case textGone:
		return "rooda sees no work: attach and look" + ends + manual + " makes its signs known"
	}
	const look = "rooda types nothing more: attach and see to it" + ends
	if l.remedy != "" {
		return look + "if it works as before, set " + l.remedy
	}
	return look + manual + " makes its composer known; for a script of yours see \"A shell script as an agent\" in " + scripts
}
