package loop

import (
	"context"
	"time"
)

// Runner runs one iteration: a fresh agent process, from launch to verdict
// (LOOP-05). Run returns when the process is gone.
type Runner interface {
	Run(ctx context.Context, p Position) Report
}

// Report is what one iteration came to.
type Report struct {
	Outcome  Outcome
	Duration time.Duration
	// Interrupted says that the context ended the iteration: it counts
	// neither as run nor as failed.
	Interrupted bool
	// Err is set when the agent could not be run at all. Trying again would
	// not help, so the loop is aborted.
	Err error
}

// Summary is how a loop ended.
type Summary struct {
	Status   Status
	Position Position
	Stats    Stats
	// Err is why an iteration could not be run, nil otherwise.
	Err error
}

// Drive runs iterations until a stop (LOOP-01). When ctx ends, the running
// iteration is ended by the runner and the status is Interrupted; no other one
// is started. after sees where the loop stands once an iteration has been
// counted; nil for nobody.
func Drive(ctx context.Context, limits Limits, r Runner, after func(Position, Status)) Summary {
	s := Summary{Status: Running}
	for s.Status == Running {
		if ctx.Err() != nil {
			s.Status = Interrupted
			break
		}
		report := r.Run(ctx, s.Position)
		switch {
		case report.Err != nil:
			s.Status, s.Err = Aborted, report.Err
			return s
		case report.Interrupted:
			s.Status = Interrupted
			return s
		}
		s.Stats.Add(report.Duration)
		s.Position, s.Status = limits.Next(s.Position, report.Outcome)
		if after != nil {
			after(s.Position, s.Status)
		}
	}
	return s
}
