package loop

// Status is the state of a loop.
type Status string

// A loop runs until one of the four stops (LOOP-34 to LOOP-37).
const (
	Running     Status = "running"
	Success     Status = "success"
	MaxIters    Status = "max-iters"
	Aborted     Status = "aborted"
	Interrupted Status = "interrupted"
)

// Limits bound a loop.
type Limits struct {
	// MaxIterations is the budget; 0 means no limit.
	MaxIterations int
	// FailureThreshold is the number of failures in a row that aborts the
	// loop; at least 1.
	FailureThreshold int
}

// Position is where a loop stands.
type Position struct {
	// Iteration is the number of the iteration to run next, from 0 (LOOP-06).
	Iteration int
	// Failures counts failures since the last iteration that went well.
	Failures int
}

// Next moves on after an iteration with the given outcome. The failure
// threshold is looked at before the budget, so that a loop that only ever
// failed is aborted, not "out of iterations". When the status is not Running,
// the position still counts the iteration that ended the loop.
func (l Limits) Next(p Position, o Outcome) (Position, Status) {
	p.Iteration++
	switch o {
	case Done:
		p.Failures = 0
		return p, Success
	case Failure:
		p.Failures++
		if p.Failures >= l.FailureThreshold {
			return p, Aborted // ERR-26
		}
	default:
		p.Failures = 0 // ERR-22
	}
	if l.MaxIterations > 0 && p.Iteration >= l.MaxIterations {
		return p, MaxIters // LOOP-07
	}
	return p, Running
}
