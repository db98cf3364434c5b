package orchestrator

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"rooda/pty/shim"
)

// startError is why the system would not run an agent's program.
type startError struct {
	path   string
	err    error
	advice string
}

func newStartError(it Iteration, err error) error {
	var early *shim.EarlyEndError
	if errors.As(err, &early) {
		return fmt.Errorf("start agent: %w", early)
	}
	var system *fs.PathError
	if !errors.As(err, &system) || system.Op != "fork/exec" {
		return fmt.Errorf("start agent: %w", err)
	}
	e := &startError{path: it.Path, err: system.Err}
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		e.advice = "it is no program for this machine; a script begins with a #! line, or is run by its interpreter: sh " + it.Path
	case errors.Is(err, syscall.E2BIG):
		e.advice = "the prompt is too long for an argument: use prompt_via: stdin or file for this agent"
	case errors.Is(err, fs.ErrNotExist):
		// The system says the same of three things; the program itself was found.
		e.advice = "the interpreter that its #! line names is not installed"
		if _, gone := os.Stat(it.Dir); gone != nil {
			e.path, e.advice = "working directory "+it.Dir, "start it in a folder that exists"
		}
	}
	return e
}

func (e *startError) Error() string { return fmt.Sprintf("start agent: %s: %v", e.path, e.err) }

// Hint says what to do about it, where that is known.
func (e *startError) Hint() string { return e.advice }

func (e *startError) Unwrap() error { return e.err }
