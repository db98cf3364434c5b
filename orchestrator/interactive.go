package orchestrator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rooda/adapters"
	"rooda/session"
)

// Interactive is what makes an iteration interactive: its agent is driven at
// its terminal.
type Interactive struct {
	// Inputs are the task's pending_inputs (CORE-16). The first Sent of them
	// were handed over before, which is so only for an agent that is Adopted:
	// one that another host has started, and whose prompt is with it.
	Inputs  []string
	Sent    int
	Adopted bool
	// Sending says which text was being typed when the other host ended: 1
	// for the prompt, n+1 for number n of Inputs, 0 for none.
	// session.SendingText stands for the first of Texts, which people have handed over for the agent.
	Sending int
	Texts   []string
	// Completing says that a person has told the other host that it is done, and Ending, when
	// set, how it has ended: only the agent is still to leave.
	Completing bool
	Ending     *session.Ending
	// Answer is the last that the other host was to type, nil for none of which any key was.
	Answer *session.Answer
	// Printed is when an agent that is Adopted had last printed something, zero where nobody knows.
	Printed time.Time
	// AutoApprove lets the agent's handlers answer its questions (CORE-21).
	AutoApprove bool
	// Patience is how long a question, or an agent that is stuck or cannot be
	// read, may wait for a person before the iteration fails; 0 means for ever.
	Patience time.Duration
	// Keep reports whether the process is to live on when the iteration has
	// ended with these promises (CORE-18). May be nil.
	Keep func(Result) bool
	// Tell hears what happens, in order, from one goroutine. May be nil.
	Tell func(Talk)
	// Note puts on record that who wants something of the agent, by one of the Act names, and what they hand
	// over, before anything comes of it; it fails where that cannot be. May be nil.
	Note func(order) error
	// Person gives the driver what people do through rooda. May be nil.
	Person *Person
	// Events is the file to which the agent appends its own events, if
	// Launch.Events says that it does.
	Events string
	// Version asks the agent's program for its version, until ctx ends; nil where it cannot be
	// asked, or need not.
	Version func(ctx context.Context) (string, error)
	// Explain is the file in which the last decisions are kept, empty for nowhere.
	Explain string
}

// prepare makes the files that a launch needs, and the folder for its events.
func (in *Interactive) prepare(launch adapters.LaunchConfig) error {
	if launch.Events != "" {
		if err := os.MkdirAll(filepath.Dir(in.Events), 0o700); err != nil {
			return fmt.Errorf("make event folder: %w", err)
		}
	}
	for _, f := range launch.Files {
		if err := os.WriteFile(f.Path, f.Data, 0o600); err != nil {
			return fmt.Errorf("prepare launch: %w", err)
		}
	}
	return nil
}

// endedByExit and the others are how an interactive iteration may end, besides
// what the agent's own exit, a timeout or a stop bring about.
const (
	endedByExit     = "exit"
	endedByIdle     = "idle"
	endedByPerson   = "complete"
	endedByQuestion = "question"
	endedByError    = "error"
	endedByTimeout  = "timeout"
)

// turnsOver says for which endings the agent's exit code is not judged: it had
// finished, and rooda ended it.
func turnsOver(ending string) bool { return ending == endedByIdle || ending == endedByPerson }

// exitGrace is how long an agent gets to leave after it was told to.
const exitGrace = 5 * time.Second
