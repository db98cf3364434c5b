package plan

import "rooda/workflows"

// Key names one iteration of one task; with the session's id it is the
// identity of a command, the same after a crash.
type Key struct {
	Task      string
	Attempt   int
	Iteration int
}

// Event is something that happened; the types below are all there are.
type Event interface{ event() }

// Opened begins a session, or takes it up again: what was under way when the
// last host ended goes on where it is among Adopted, and is otherwise run again
// from the start of its iteration; what failed is tried again with a fresh
// budget, what is done stays done (CORE-13).
type Opened struct {
	// Adopted are iterations whose process outlived the host, or has left a
	// record of its end: they go on under the same key.
	Adopted []Key
	// Asking are those of them whose question to a person stays open until it is closed.
	Asking []Key
	// Halt says that the session is opened only to be stopped: nothing is
	// started, and what was adopted is told to end. What failed stays failed.
	Halt bool
	// Continued says that the run goes on under another host, and nobody asked
	// for more: what failed stays failed.
	Continued bool
	// Lost are iterations whose process was started and is gone without a
	// record, each with what is to become of it.
	Lost []IterationLost
}

// IterationLost says that an iteration's process is gone and that nobody
// knows how it ended: its terminal's holder is gone, or the machine went down.
type IterationLost struct {
	Key Key
	// Policy is retry, fail, resume or ask, which has the task wait for LossSettled.
	Policy workflows.OnLost
	// Reason says in a few words what was found.
	Reason string
}

// LossSettled is a person's word on an iteration that was lost and whose
// policy is ask. It does nothing to any other.
type LossSettled struct {
	Key Key
	// Policy is retry, fail or resume. A person may retry as often as he likes.
	Policy workflows.OnLost
}

// IterationFinished reports the end of an iteration, and what its loop says
// to do next.
type IterationFinished struct {
	Key Key
	// Status is the loop's: "running" for another iteration, else one of the
	// four stops; "interrupted" for an iteration that was stopped.
	Status Outcome
	// Good says that the iteration itself went well.
	Good bool
	// Failures counts failures in a row, this one included.
	Failures int
	// Reason says in a few words why the loop was aborted, Note what there is to
	// say of one that was not.
	Reason, Note string
}

// Continue is the Status of an iteration whose loop goes on.
const Continue Outcome = "running"

// QuestionRaised says that an agent began to wait for a person (CORE-15).
type QuestionRaised struct{ Key Key }

// QuestionClosed says that it ceased to.
type QuestionClosed struct{ Key Key }

// Cancel ends one task as failed, because somebody says so. It does nothing
// to a task that is not under way.
type Cancel struct {
	Task string
	// Reason says in a few words who.
	Reason string
}

// Interrupt asks for a stop of everything.
type Interrupt struct{}

func (Opened) event()            {}
func (IterationFinished) event() {}
func (IterationLost) event()     {}
func (LossSettled) event()       {}
func (QuestionRaised) event()    {}
func (QuestionClosed) event()    {}
func (Cancel) event()            {}
func (Interrupt) event()         {}

// Command is something for the driver to do; the types below are all there are.
type Command interface{ command() }

// StartIteration asks for one agent process. Its end comes back as
// IterationFinished or IterationLost with the same key.
type StartIteration struct {
	Key Key
	// Resume asks for the agent's own conversation to be taken up again,
	// where there is one.
	Resume bool
}

// AdoptIteration asks to watch the process of an iteration that a host
// before this one started. Its end comes back like that of StartIteration.
type AdoptIteration struct{ Key Key }

// StopIteration asks to end a running iteration; that, too, comes back as
// IterationFinished.
type StopIteration struct{ Key Key }

// EndSession says that nothing is left to do.
type EndSession struct{ Outcome Outcome }

func (StartIteration) command() {}
func (AdoptIteration) command() {}
func (StopIteration) command()  {}
func (EndSession) command()     {}
