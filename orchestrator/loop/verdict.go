package loop

// Outcome is what one iteration did to its loop.
type Outcome string

// The three rows that the outcome matrix comes down to (LOOP-14).
const (
	// Continue: the iteration went well, the goal is not reached yet.
	Continue Outcome = "continue"
	// Done: the agent promised SUCCESS; the loop ends.
	Done Outcome = "success"
	// Failure counts towards the threshold.
	Failure Outcome = "failure"
)

// Ending is how an iteration's process ended, as far as the verdict needs it.
type Ending struct {
	// ExitCode is the process's status, 128+n for a signal.
	ExitCode int
	// Signal names the signal that ended the process, empty for none.
	Signal string
	// TimedOut says that the iteration timeout ended it.
	TimedOut bool
	// Asked says that it was ended because it waited for an answer that
	// nobody could give.
	Asked bool
	// Failed says that the agent's turn ended in an error of its own, and
	// Unsent that the agent exited before it had been given everything.
	Failed, Unsent bool
	// Missed says that what it was not given is for certain work of its task.
	Missed bool
	// Unjudged says that rooda ended the process after the agent's turn was
	// over, so its exit code is recorded and not judged.
	Unjudged bool
}

// Verdict is what an iteration came to and why.
type Verdict struct {
	Outcome Outcome
	// Reason is a short cause of a failure: "promise", "timeout",
	// "question", "error", "signal", "exit_code" or "unsent".
	Reason string
	// Promise is the promise that was found, SUCCESS or FAILURE, empty for
	// none. It is set for a timeout and a question too, where it is for the
	// log only (ERR-41).
	Promise string
}

// Judge applies the outcome matrix. A timeout is a failure whatever the
// output says (ERR-18), and so is a question, since the work is not over; FAILURE beats SUCCESS (LOOP-04), and so does
// work that the agent was never given; a promise beats the exit code (ERR-11); then the exit code or the signal decides (ERR-15 to ERR-17).
func Judge(e Ending, s Signals) Verdict {
	v := Verdict{Outcome: Continue}
	switch {
	case s.Failure:
		v.Promise = "FAILURE"
	case s.Success:
		v.Promise = "SUCCESS"
	}
	switch {
	case e.TimedOut:
		v.Outcome, v.Reason = Failure, "timeout"
	case e.Asked:
		v.Outcome, v.Reason = Failure, "question"
	case s.Failure:
		v.Outcome, v.Reason = Failure, "promise"
	case s.Success && e.Missed:
		v.Outcome, v.Reason = Failure, "unsent"
	case s.Success:
		v.Outcome = Done
	case e.Failed:
		v.Outcome, v.Reason = Failure, "error"
	case e.Unjudged:
	case e.Signal != "":
		v.Outcome, v.Reason = Failure, "signal"
	case e.ExitCode != 0:
		v.Outcome, v.Reason = Failure, "exit_code"
	case e.Unsent:
		v.Outcome, v.Reason = Failure, "unsent"
	}
	return v
}
