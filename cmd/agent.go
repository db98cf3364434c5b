package cmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// Exit codes of the commands that deal with an agent's terminal: those of
// sysexits.h, because the agent's own status must be told from them.
const (
	exitUsage       = 64
	exitUnreachable = 69
	exitTimeout     = 124
	exitSignal      = 128 // and the signal's number
)

// codedError is an error that ends rooda with a code of its own.
type codedError struct {
	error
	code int
}

func (e codedError) Unwrap() error { return e.error }

// agent is one task of a session, as a person names it, and the folder of the
// iteration that its agent is in or was in last.
type agent struct {
	id, task string
	record   session.Record
	dir      string // "" when none was ever started
}

// String names the agent as it is typed.
func (a agent) String() string { return shortID(a.id) + "/" + a.task }

// state is where the task stands, nil when it has not begun.
func (a agent) state() *session.Task { return a.record.Tasks[a.task] }

// waits says since when the agent has waited for a person, zero if it does not.
func (a agent) waits() time.Time {
	if t := a.state(); t != nil && t.Status == session.WaitingForUser && t.Interaction != nil {
		return t.Interaction.Since
	}
	return time.Time{}
}

// findAgent finds what "session/task" names. The task may be left out where
// there is only one that it can be: one that runs, or the only one.
func findAgent(s Streams, text string) (agent, error) {
	name, stage, task := target(text)
	sessions, id, err := findSession(s, name)
	if err != nil {
		return agent{}, err
	}
	record, err := sessions.Load(id)
	if err != nil {
		return agent{}, err
	}
	if err := findTask(record.Workflow.Definition, id, stage, task); err != nil {
		return agent{}, err
	}
	var found []agent
	for _, a := range agents(sessions, record) {
		if task == "" || a.task == task {
			found = append(found, a)
		}
	}
	return onlyAgent(record, found)
}

// agents are all tasks of a session, in the order of the workflow.
func agents(sessions *session.SessionManager, record session.Record) []agent {
	return agentsIn(sessions.Dir(record.ID), record)
}

func agentsIn(dir string, record session.Record) []agent {
	var all []agent
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		all = append(all, agent{record.ID, t.ID, record, iterationDir(dir, t.ID, record.Tasks[t.ID])})
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

func onlyAgent(record session.Record, all []agent) (agent, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	var live []agent
	for _, a := range all {
		if t := a.state(); t != nil && (t.Status == session.Running || t.Status == session.WaitingForUser) {
			live = append(live, a)
		}
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
	return agent{}, hintf(fmt.Errorf("which task of session %s?", shortID(record.ID)), "one of: %s", strings.Join(names, ", "))
}

// waiting are the agents of all sessions that wait for a person, the one that
// has waited longest first.
func waiting(s Streams) ([]agent, error) {
	sessions, err := newSessions(s)
	if err != nil {
		return nil, err
	}
	summaries, err := sessions.List()
	if err != nil {
		return nil, err
	}
	var found []agent
	for _, summary := range summaries {
		if summary.Err != nil || summary.Record.Outcome != "" {
			continue
		}
		for _, a := range agents(sessions, summary.Record) {
			if !a.waits().IsZero() {
				found = append(found, a)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b agent) int { return a.waits().Compare(b.waits()) })
	return found, nil
}

// dial returns a client of the agent's terminal.
func (a agent) dial() (*shim.Client, error) {
	if a.dir == "" {
		return nil, codedError{hintf(fmt.Errorf("%s has not been started yet", a), "rooda wait %s --for waiting", a), exitUnreachable}
	}
	return shim.Dial(a.dir), nil
}

// unreachable gives an error of an agent's terminal its exit code and says what
// to do.
func (a agent) unreachable(err error) error {
	switch {
	case errors.Is(err, shim.ErrNeverStarted):
		err = hintf(fmt.Errorf("%s: %w", a, err), "rooda session show %s", shortID(a.id))
	case errors.Is(err, shim.ErrRefused):
		return codedError{fmt.Errorf("%s: %w", a, err), exitFailure}
	case errors.Is(err, shim.ErrLost):
		err = hintf(fmt.Errorf("%s: %w", a, err), "rooda session resume %s runs its iteration again", shortID(a.id))
	default:
		if a.lost() {
			return a.unreachable(shim.ErrLost)
		}
		err = hintf(fmt.Errorf("%s: %w", a, err), "rooda session show %s says how it is", shortID(a.id))
	}
	return codedError{err, exitUnreachable}
}

// lost says whether the agent went down with what kept its terminal. A
// process that is killed closes its connections a moment before it is gone.
func (a agent) lost() bool {
	const looks, pause = 10, 30 * time.Millisecond
	again := time.NewTicker(pause)
	defer again.Stop()
	for range looks {
		state, err := shim.Probe(a.dir)
		if err != nil || state == shim.Lost || state == shim.Finished {
			return err == nil && state == shim.Lost
		}
		<-again.C
	}
	return false
}
