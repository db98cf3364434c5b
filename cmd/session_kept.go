package cmd

import (
	"fmt"
	"slices"

	"rooda/orchestrator"
	"rooda/session"
)

// livingOn are the tasks that are over and whose agents still run, as those do
// that were kept alive.
func livingOn(record session.Record, agents []orchestrator.Agent) []string {
	var tasks []string
	for _, a := range agents {
		t := record.Tasks[a.Task]
		if !t.Status.UnderWay() && !a.Stray && a.Err == nil && a.Alive() {
			tasks = append(tasks, a.Task)
		}
	}
	return tasks
}

// whileAlive says where the agents are that live on, and what ends them.
func whileAlive(id string, tasks []string) string {
	places := ""
	for i, task := range tasks {
		switch {
		case i == 0:
		case i == len(tasks)-1:
			places += " or "
		default:
			places += ", "
		}
		places += shortID(id) + "/" + task
	}
	if len(tasks) == 1 {
		return fmt.Sprintf("rooda attach %[1]s goes to its agent, rooda cancel %[1]s ends it", places)
	}
	return fmt.Sprintf("rooda attach %s goes to an agent, rooda cancel ends one, rooda session stop %s ends all of the session", places, shortID(id))
}

// marked is a session's state with what is easily overlooked beside it: agents
// that still run although their tasks are over.
func (l listed) marked() string {
	switch unfinished := slices.Contains([]string{"running", "waiting", stateHung, "detached", "lost", foundUnknown}, l.State); {
	case len(l.KeptAlive) == 0:
		return l.State
	case unfinished: // these agents are not what it speaks of
		return fmt.Sprintf("%s, %d kept alive", l.State, len(l.KeptAlive))
	}
	return fmt.Sprintf("%s, %d alive", l.State, len(l.KeptAlive))
}
