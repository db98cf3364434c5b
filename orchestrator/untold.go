package orchestrator

import (
	"errors"
	"fmt"

	"rooda/internal/statefile"
	"rooda/pty/shim"
)

// UntoldError says that it cannot be told what has become of the agent of a
// task: what its shim has left in Dir is another version's, or damaged, or something else
// has its socket. Nobody
// may act as if the agent were gone.
type UntoldError struct {
	Task, Dir string
	Err       error
}

func (e *UntoldError) Error() string {
	err := e.Err
	var later *shim.VersionError
	var damaged *statefile.CorruptError
	var foreign *shim.ListenerError
	switch {
	case errors.As(err, &later):
		err = later
	case errors.As(err, &damaged):
		err = damaged
	case errors.As(err, &foreign):
		err = foreign
	}
	return fmt.Sprintf("it cannot be told whether the agent of %s lives: %v", e.Task, err)
}

// Unwrap returns the cause.
func (e *UntoldError) Unwrap() error { return e.Err }

// Hint says how to find out.
func (e *UntoldError) Hint() string {
	var later *shim.VersionError
	var damaged *statefile.CorruptError
	var foreign *shim.ListenerError
	switch {
	case errors.As(e.Err, &later):
		return later.Hint()
	case errors.As(e.Err, &foreign):
		return foreign.Hint()
	case errors.As(e.Err, &damaged):
		return fmt.Sprintf("end the process `rooda %s %s`, if there is one; then move %s away", shim.Command, e.Dir, damaged.Path)
	}
	return ""
}

// untold makes what a probe of an agent fails with an *UntoldError, unless it
// says more by itself.
func untold(task, dir string, err error) error {
	var epoch *shim.EpochError
	if errors.As(err, &epoch) {
		return err
	}
	return &UntoldError{Task: task, Dir: dir, Err: err}
}
