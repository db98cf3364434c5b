package cmd

import (
	"rooda/internal/console"
	"rooda/session"
)

// waited is what a wait was for, once it is so; it is what --json prints.
type waited struct {
	Session string `json:"session"`
	// Task is empty where it is so of the session as a whole.
	Task string `json:"task,omitempty"`
	For  string `json:"for"`
	// Said says in words what is so.
	Said string `json:"said"`
	// Outcome is how the session ended, where that was waited for.
	Outcome session.Outcome `json:"outcome,omitempty"`
	// Question is what the agent asks, where its session's rooda has put that on record.
	Question *session.Interaction `json:"question,omitempty"`

	// end is how whoever came to an end ended, where that was waited for: an error where it is no success.
	end error
	// chosen says that the agent was found, not named, so that it is a result.
	chosen bool
}

// tell shows it, and returns how it ended.
func (w waited) tell(s console.Streams, asJSON bool) error {
	name := shortID(w.Session)
	if w.Task != "" {
		name = agent{id: w.Session, task: w.Task}.String()
	}
	if asJSON {
		if err := printJSON(s, w); err != nil {
			return err
		}
	} else {
		s.Notef("%s: %s\n", name, w.Said)
	}
	if w.chosen && !asJSON {
		s.Printf("%s\n", name)
	}
	return w.end
}
