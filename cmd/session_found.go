package cmd

import (
	"fmt"
	"maps"
	"syscall"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// What a look at the agent of a task under way finds, besides lost.
const (
	foundWorking     = "working"
	foundWaiting     = "waiting" // at work, and its checkpoint has a question
	foundEnded       = "ended"
	foundUnreachable = "unreachable" // its shim lives and does not answer
	foundUnknown     = "unknown"     // it cannot be told
	foundUnstarted   = "not started"
)

// found is what has become of the agent of a task that was under way when its
// session lost its host.
type found struct {
	State string `json:"state"`
	// ExitCode and Signal are of one that has ended; the code is -1 for a signal.
	ExitCode *int   `json:"exit_code,omitempty"`
	Signal   string `json:"signal,omitempty"`
	// TypedBy and TypedAt are of who has typed last at one that waits, since nobody drives it: it may be
	// answered.
	TypedBy string    `json:"typed_by,omitempty"`
	TypedAt time.Time `json:"typed_at,omitzero"`
	// Error says why it cannot be told.
	Error string `json:"error,omitempty"`

	ended time.Time
}

// until is until when the agent was at work, by now; zero where nobody knows.
func (f found) until(now time.Time) time.Time {
	switch f.State {
	case foundWorking, foundWaiting, foundUnreachable:
		return now
	}
	return f.ended
}

func (f found) String() string {
	switch {
	case f.Signal != "":
		return f.State + ": " + f.Signal
	case f.ExitCode != nil:
		return fmt.Sprintf("%s: exit %d", f.State, *f.ExitCode)
	}
	return f.State
}

// foundAgents are the agents of a session without a host, by task, by what each has said, and the record with what
// troubles them.
func foundAgents(record session.Record, agents []orchestrator.Agent, said []statement) (session.Record, map[string]found) {
	record.Tasks = maps.Clone(record.Tasks)
	all := map[string]found{}
	for id, t := range record.Tasks {
		if t.Status.UnderWay() {
			all[id] = found{State: foundUnstarted}
		}
	}
	for i, a := range agents {
		if _, underWay := all[a.Task]; !underWay {
			continue // kept alive; its task is over
		}
		task := *record.Tasks[a.Task]
		all[a.Task] = foundAgent(a, said[i], &task)
		record.Tasks[a.Task] = &task
	}
	return record, all
}

func foundAgent(a orchestrator.Agent, said statement, task *session.Task) found {
	switch {
	case a.Err != nil:
		return found{State: foundUnknown, Error: a.Err.Error()}
	case a.State == shim.Unreachable:
		return found{State: foundUnreachable}
	case a.State == shim.Lost:
		return found{State: string(shim.Lost)}
	}
	now, err := said.task, said.err
	if err == nil && now.LogError != nil {
		task.LogError = now.LogError.Text
	}
	switch {
	case err == nil && now.Exit != nil && now.Exit.Signal != 0:
		return found{State: foundEnded, Signal: signalName(syscall.Signal(now.Exit.Signal)), ExitCode: &now.Exit.Code, ended: now.Exit.EndedAt}
	case err == nil && now.Exit != nil:
		return found{State: foundEnded, ExitCode: &now.Exit.Code, ended: now.Exit.EndedAt}
	case a.State == shim.Finished:
		return found{State: foundEnded}
	case err != nil:
		return found{State: foundUnreachable, Error: err.Error()}
	}
	if task.Status != session.WaitingForUser || task.Leaving() {
		return found{State: foundWorking}
	}
	f := found{State: foundWaiting}
	if d := orchestrator.TypedSince(a.Dir, task); d != nil {
		f.TypedBy, f.TypedAt = d.By, d.Last()
	}
	return f
}
