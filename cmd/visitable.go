package cmd

import (
	"cmp"
	"fmt"
	"slices"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// visitable is how a session that has just begun, or goes on, is attached to: where
// several of its tasks run, by the first that does, or is about to.
func visitable(s console.Streams, id string) string {
	sessions, err := newSessions(s)
	if err != nil {
		return shortID(id)
	}
	record, err := sessions.Load(id)
	if err != nil {
		return shortID(id)
	}
	ended := func(task string) bool {
		a := agent{id: id, task: task, dir: iterationDir(sessions.Dir(id), task, record.Tasks[task])}
		state, err := a.probe()
		return err == nil && state == shim.Finished
	}
	for _, stage := range record.Workflow.Definition.Stages[min(record.CurrentStageIndex, len(record.Workflow.Definition.Stages)):] {
		if task, ok := soonest(stage.Tasks, record.Tasks, ended); ok && len(stage.Tasks) > 1 {
			return shortID(id) + "/" + task
		} else if ok {
			return shortID(id)
		}
	}
	return shortID(id)
}

// besideHost is what to do about a session that has a host.
func besideHost(s console.Streams, id string) string {
	return fmt.Sprintf("rooda attach %s goes to an agent, rooda logs %[2]s -f follows it, rooda session stop %[2]s ends it", visitable(s, id), shortID(id))
}

// soonest is the first of a stage's tasks that is under way, with an agent that has not ended, or else the first that
// is not done.
func soonest(specs []workflows.Task, tasks map[string]*session.Task, ended func(task string) bool) (task string, ok bool) {
	const underWay, toDo, done = 0, 1, 2
	rank := func(t workflows.Task) int {
		switch state := tasks[t.ID]; {
		case state == nil:
			return toDo
		case state.Status.UnderWay() && !ended(t.ID):
			return underWay
		case state.Status == session.Done:
			return done
		}
		return toDo
	}
	if len(specs) == 0 {
		return "", false
	}
	first := slices.MinFunc(specs, func(a, b workflows.Task) int { return cmp.Compare(rank(a), rank(b)) })
	return first.ID, rank(first) != done
}
