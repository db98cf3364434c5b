package orchestrator

import (
	"errors"
	"io/fs"
	"strings"

	"rooda/adapters"
	"rooda/internal/shellwords"
	"rooda/workflows"
)

// taskError is what is wrong with one key of a task.
type taskError struct {
	key    string // "cwd" or "env.TOKEN", say
	err    error  // begins with what comes below the key
	advice string
}

func (e *taskError) Error() string { return e.key + ": " + e.err.Error() }

// Hint says what to do about it.
func (e *taskError) Hint() string { return e.advice }

func (e *taskError) Unwrap() error { return e.err }

// field is the key of a task that an error is about, empty when that is not known.
func field(task workflows.Task, err error) string {
	var own *taskError
	var missing *adapters.NotFoundError
	switch {
	case errors.As(err, &own):
		key, _, _ := strings.Cut(own.key, ".")
		return key
	case !errors.As(err, &missing):
		return ""
	case task.AICmd != "":
		return "ai_cmd"
	}
	return "adapter"
}

// cause is what the system said, without the path that comes with it.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// taskErrors are several errors about one task, in one line.
type taskErrors []error

func (p taskErrors) Error() string {
	texts := make([]string, len(p))
	for i, err := range p {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

func (p taskErrors) Unwrap() []error { return p }

// err is nil when there is none.
func (p taskErrors) err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// meantForShell is why a task's program was not found, with what to write
// where only a shell would have understood its command.
func meantForShell(task workflows.Task, program string, env []string, err error) error {
	key, line := "ai_cmd", task.AICmd
	if line == "" {
		key, line = "adapter", program
	}
	advice := shellwords.Advice(line, program, env)
	if advice == "" || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &taskError{key, err, advice}
}
