package cmd

import (
	"errors"
	"fmt"
	"os"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// onRecord reports whether a request is on record beside the checkpoint of a session, which no disk has taken.
func onRecord(sessions *session.SessionManager, id, action, task string) bool {
	record, err := sessions.Load(id)
	if err != nil {
		return false
	}
	pending, _ := sessions.Pending(record) // what cannot be read is not there
	return session.IsWanted(pending, action, task)
}

// keepStop puts the stop of a session on record that could not be opened to note it, for that cause. unkept
// says that this cannot be done either. It fails with session.ErrRunning when a host has come meanwhile.
func keepStop(s console.Streams, sessions *session.SessionManager, id string, cause error) (unkept, err error) {
	who, _ := shim.Caller(os.Getpid(), id, session.TasksDir(sessions.Dir(id)))
	wish := session.Request{At: time.Now(), By: who, Action: orchestrator.ActStop}
	if !stopNoted(sessions, id) {
		err = sessions.Keep(id, wish)
	}
	switch {
	case errors.Is(err, session.ErrRunning):
		return nil, err
	case err == nil:
		s.Notef("warning: the session cannot be opened to note the stop: %v; its next host notes it\n", cause)
		return nil, nil
	}
	again := "rooda session stop " + shortID(id)
	unkept = fmt.Errorf("stop session %s: its agents are stopped, but that is not on record yet, and a resume takes them for lost: %w", shortID(id), cause)
	return makeRoom(s, hintf(unkept, "%s puts it on record once that can be done", again), again), nil
}

// stopNoted reports whether the checkpoint of a session says of all of its agents at work that they are stopped.
func stopNoted(sessions *session.SessionManager, id string) bool {
	record, err := sessions.Load(id)
	if err != nil {
		return false
	}
	noted := false
	for _, t := range record.Tasks {
		if !t.Status.UnderWay() || orchestrator.IsLost(t) {
			continue
		}
		if t.Stopped == nil {
			return false
		}
		noted = true
	}
	return noted
}

// wishes tells of what somebody has wanted of a session and its record lacks.
func wishes(sessions *session.SessionManager, record session.Record) (lines []string) {
	pending, _ := sessions.Pending(record)
	for _, r := range pending {
		what := r.Action
		if r.Task != "" {
			what += " of " + r.Task
		}
		lines = append(lines, console.OneLine(fmt.Sprintf("%s, asked by %s at %s, is kept beside the record until that can be saved", what, r.By, dayClock(r.At, time.Now()))))
	}
	return lines
}
