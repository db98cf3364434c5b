package cmd

import (
	"errors"
	"fmt"

	"rooda/orchestrator"
	"rooda/orchestrator/plan"
)

// Exit codes (LOOP-38, DESIGN 3).
const (
	exitSuccess     = 0
	exitFailure     = 1
	exitMaxIters    = 2
	exitAsked       = 3
	exitInterrupted = 130
)

// Exit codes of the commands that deal with an agent's terminal: those of
// sysexits.h, because the agent's own status must be told from them.
const (
	exitUsage       = 64
	exitUnreachable = 69
	exitTimeout     = 124
	exitSignal      = 128 // and the signal's number
)

// codedError is an error that ends rooda with a code of its own.
type codedError struct {
	error
	code int
}

func (e codedError) Unwrap() error { return e.error }

// outcomeError carries how a run ended to the exit table; what happened has
// been shown already.
type outcomeError struct{ outcome plan.Outcome }

func (e outcomeError) Error() string { return fmt.Sprintf("run ended: %s", e.outcome) }

// ended turns an outcome into the error of its command, nil for success.
func ended(o plan.Outcome) error {
	if o == plan.Success {
		return nil
	}
	return outcomeError{o}
}

// exitCode is the one table from errors to exit codes.
func exitCode(err error) int {
	var o outcomeError
	var status exitStatus
	var coded codedError
	var ask *orchestrator.AskError
	switch {
	case err == nil:
		return exitSuccess
	case errors.As(err, &ask):
		return exitAsked
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &coded):
		return coded.code
	case !errors.As(err, &o):
		return exitFailure
	case o.outcome == plan.Interrupted:
		return exitInterrupted
	case o.outcome == plan.MaxIters:
		return exitMaxIters
	}
	return exitFailure
}
