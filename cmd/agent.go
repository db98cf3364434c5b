package cmd

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"rooda/internal/console"
	"rooda/session"
	"rooda/workflows"
)

// agent is one task of a session, as a person names it, and the folder of the
// iteration that its agent is in or was in last.
type agent struct {
	id, task string
	record   session.Record
	dir      string // "" when none was ever started
	// sessions may be nil: then it counts as one without a host.
	sessions *session.SessionManager
}

// String names the agent as it is typed.
func (a agent) String() string { return shortID(a.id) + "/" + a.task }

// state is where the task stands, nil when it has not begun.
func (a agent) state() *session.Task { return a.record.Tasks[a.task] }

// findAgent finds what "session/task" names. The task may be left out where
// there is only one that it can be: one that runs, or the only one.
func findAgent(s console.Streams, text string) (agent, error) {
	found, err := named(s, text)
	if err != nil {
		return agent{}, err
	}
	only, err := onlyAgent(found)
	if err != nil {
		return agent{}, codedError{err, exitUsage}
	}
	return only, nil
}

// named are the agents that "session/task" names: all of the session without a task.
func named(s console.Streams, text string) ([]agent, error) {
	name, stage, task := target(text)
	sessions, record, err := loadSession(s, name)
	if err != nil {
		return nil, err
	}
	if err := findTask(record.Workflow.Definition, record.ID, stage, task); err != nil {
		return nil, err
	}
	var found []agent
	for _, a := range agents(sessions, record) {
		if task == "" || a.task == task {
			found = append(found, a)
		}
	}
	return found, nil
}

// agents are all tasks of a session, in the order of the workflow.
func agents(sessions *session.SessionManager, record session.Record) []agent {
	dir := sessions.Dir(record.ID)
	var all []agent
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		all = append(all, agent{id: record.ID, task: t.ID, record: record, dir: iterationDir(dir, t.ID, record.Tasks[t.ID]), sessions: sessions})
	})
	return all
}

// iterationDir is the folder of the iteration that a task is in, or was in last.
func iterationDir(dir, task string, t *session.Task) string {
	if t == nil {
		return ""
	}
	current := session.IterationDir(dir, task, t.Iteration, t.Attempt)
	if _, err := os.Stat(current); err == nil {
		return current
	}
	if last := t.LastIteration; last != nil {
		return session.IterationDir(dir, task, last.Number, last.Attempt)
	}
	return ""
}

func onlyAgent(all []agent) (agent, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	var live []agent
	for _, a := range all {
		if t := a.state(); t != nil && t.Status.UnderWay() {
			live = append(live, a)
		}
	}
	if len(live) == 0 && len(all) > 0 {
		kept := all[0].kept()
		live = slices.DeleteFunc(slices.Clone(all), func(a agent) bool { return !slices.Contains(kept, a.task) })
	}
	if len(live) == 1 {
		return live[0], nil
	}
	names := []string{}
	for _, a := range live {
		names = append(names, a.String())
	}
	if len(live) == 0 {
		for _, a := range all {
			names = append(names, a.String())
		}
	}
	return agent{}, hintf(fmt.Errorf("which task of session %s?", shortID(all[0].id)), "one of: %s", strings.Join(names, ", "))
}
