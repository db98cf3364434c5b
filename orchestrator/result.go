package orchestrator

import (
	"time"

	"rooda/orchestrator/loop"
	"rooda/pty"
)

// Result is what came of an iteration's process.
type Result struct {
	output *ring
	// Truncated says that more came than Output can hold (ERR-67); Size is all of it, in bytes.
	Truncated bool
	Size      int64
	// Head and Tail are excerpts fit for a log or a terminal.
	Head, Tail string
	Signals    loop.Signals
	// Mute says that the last turn of an interactive agent had no answer.
	Mute bool
	Exit pty.Exit
	// Signal names the signal that ended the process, SIGSEGV say.
	Signal   string
	Duration time.Duration
	// TimedOut and Stopped say that rooda ended the process, for the timeout
	// or because its context ended.
	TimedOut, Stopped bool
	// Question is the kind of the question, permission say, at which rooda
	// ended an unattended agent; empty for none.
	Question string
	// EndedBy says how an interactive iteration ended, see Interactive; empty
	// for a headless one.
	EndedBy string
	// Complaint is what the agent said of the error that ended its turn.
	Complaint string
	// Unsent counts the inputs that an agent did not get because it exited.
	Unsent int
	// Missed says that a prompt or an input of the task's own is among them for certain.
	Missed bool
	// Left counts the inputs that it did not get because a person ended the iteration.
	Left int
	// Kept is the terminal of an agent that lives on; it is the caller's.
	Kept pty.Terminal
	// Command is the command line as shown to people.
	Command string
	// unstarted says that there was no process, because it was not to be.
	unstarted bool
	// unseen says that nobody saw how its process ended: it was called off as it was started, or its iteration had
	// ended before.
	unseen bool
	// Err is set when the process could not be run at all.
	Err error
}

// Output is the most recent cleaned output, stdout and stderr together
// (AI-12), copied at each call: it can be as long as Iteration.MaxOutput.
func (r Result) Output() string {
	if r.output == nil {
		return ""
	}
	return r.output.String()
}

// endedAt is the result of an iteration that was over at that time, if it is not zero.
func (r Result) endedAt(over, begun time.Time) Result {
	if !over.IsZero() {
		r.Exit.EndedAt, r.Duration = over, max(0, over.Sub(begun))
	}
	return r
}

// Ending is the part of the result that the verdict is made from.
func (r Result) Ending() loop.Ending {
	return loop.Ending{
		ExitCode: r.Exit.Code, Signal: r.Signal, TimedOut: r.TimedOut, Asked: r.Question != "",
		Unjudged: turnsOver(r.EndedBy), Failed: r.EndedBy == endedByError, Unsent: r.Unsent > 0, Missed: r.Missed,
	}
}
