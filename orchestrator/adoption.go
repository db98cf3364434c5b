package orchestrator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rooda/pty/shim"
	"rooda/session"
)

// AskError says that agents were lost and that their tasks leave it to a
// person what becomes of them (on_lost: ask).
type AskError struct {
	Session string
	Tasks   []string
	// Resumes says that one of the agents had a conversation to go on with.
	Resumes bool
}

func (e *AskError) Error() string {
	return fmt.Sprintf("resume session %s: the agents of these tasks were lost, and on_lost is ask: %s", session.ShortID(e.Session), strings.Join(e.Tasks, ", "))
}

// Hint says how to answer.
func (e *AskError) Hint() string {
	return fmt.Sprintf("rooda session resume %s --lost %s", session.ShortID(e.Session), LostWords(e.Resumes))
}

// LostWords are what can be said of a lost agent; to resume it only where it had a conversation.
func LostWords(resumes bool) string {
	if resumes {
		return "retry (or resume, or fail)"
	}
	return "retry (or fail)"
}

// recorded is what a record says of a task, a zero one where it says nothing.
func recorded(record session.Record, task string) session.Task {
	if t := record.Tasks[task]; t != nil {
		return *t
	}
	return session.Task{}
}

// tidy takes away what a shim that is gone, and a host, have left unfinished in the folder of an iteration.
func tidy(dir string) {
	shim.Tidy(dir)
	_ = os.Remove(unfinishedExplanation(filepath.Join(dir, session.ExplainFile))) // mostly there is none
}
