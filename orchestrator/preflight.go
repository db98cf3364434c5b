package orchestrator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// PreflightError lists everything that would keep tasks from starting, found
// before anything starts.
type PreflightError struct {
	Problems []PreflightProblem
	// Installed are the agents that were found in PATH.
	Installed []string
	// missing says that at least one problem is an agent that is not there.
	missing bool
}

// PreflightProblem is why one task cannot start.
type PreflightProblem struct {
	Task string
	Err  error
}

func (e *PreflightError) Error() string {
	var b strings.Builder
	b.WriteString("the workflow cannot start:")
	for _, p := range e.Problems {
		fmt.Fprintf(&b, "\n  task %s: %v", p.Task, p.Err)
	}
	return b.String()
}

// Unwrap gives errors.Is and errors.As the single problems.
func (e *PreflightError) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = p.Err
	}
	return errs
}

// Hint says which agents there are, and how to try the workflow without any.
func (e *PreflightError) Hint() string {
	if !e.missing {
		return ""
	}
	have := "no known agent was found in PATH"
	if len(e.Installed) > 0 {
		have = "installed agents: " + strings.Join(e.Installed, ", ") + " (choose one with --adapter)"
	}
	return have + "; try the workflow without an agent: add --rehearse"
}

// preflight checks that every task of a workflow could be launched (CORE-03, AI-15).
func (l launcher) preflight(wf *workflows.Workflow) error {
	var problems []PreflightProblem
	for _, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			if err := l.check(task); err != nil {
				problems = append(problems, PreflightProblem{task.ID, err})
			}
		}
	}
	if problems == nil {
		return nil
	}
	e := &PreflightError{Problems: problems}
	for _, p := range problems {
		var missing *adapters.NotFoundError
		e.missing = e.missing || l.cast == nil && errors.As(p.Err, &missing)
	}
	if found, err := l.adapters.Installed(l.environ); err == nil {
		for _, f := range found {
			e.Installed = append(e.Installed, f.Name)
		}
	}
	return e
}

// check builds the task's first iteration and throws it away, so that it
// finds what the launch will find.
func (l launcher) check(task workflows.Task) error {
	if task.Mode != workflows.Headless {
		return fmt.Errorf("mode %s is not available yet: use mode: headless", task.Mode)
	}
	dir := l.dir(task)
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("cwd: %w", err)
	} else if !info.IsDir() {
		return fmt.Errorf("cwd: %s is not a directory", dir)
	}
	_, err := l.iteration("", task, plan.Key{Task: task.ID}, "")
	return err
}

// dir is the working directory of a task: where rooda was invoked (AI-29), or
// the task's cwd, relative to that.
func (l launcher) dir(task workflows.Task) string {
	if filepath.IsAbs(task.Cwd) {
		return task.Cwd
	}
	return filepath.Join(l.workdir, task.Cwd)
}
