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
	// known says the same of one of the agents that rooda knows.
	known bool
}

// PreflightProblem is why one task cannot start.
type PreflightProblem struct {
	Task string
	// Field is the key of the task that the problem is about, where known.
	Field string
	Err   error
	// Place is where that stands, "file:line", for who knows the file.
	Place string
}

func (e *PreflightError) Error() string {
	var b strings.Builder
	b.WriteString("the workflow cannot start:")
	searched := false
	for _, p := range e.Problems {
		text := p.Err.Error()
		var missing *adapters.NotFoundError
		if errors.As(p.Err, &missing) && len(missing.Searched) > 0 && missing.Blocked == "" {
			if searched { // PATH once is enough
				text = strings.Replace(text, missing.Error(), missing.Brief(), 1)
			}
			searched = true
		}
		if p.Place != "" {
			text = fmt.Sprintf("%s: task %s: %s", p.Place, p.Task, text)
		} else {
			text = fmt.Sprintf("task %s: %s", p.Task, text)
		}
		b.WriteString("\n  " + text)
		var hinter interface{ Hint() string }
		if (missing == nil || p.Field == "ai_cmd" || missing.Blocked != "" || missing.Local || len(missing.Searched) == 0) && errors.As(p.Err, &hinter) && hinter.Hint() != "" {
			b.WriteString("\n    hint: " + hinter.Hint())
		}
	}
	if hint := e.Hint(); hint != "" {
		b.WriteString("\nhint: " + hint)
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
	const try = "try the workflow without an agent: add --rehearse"
	if !e.known {
		return try
	}
	have := "no known agent was found in PATH"
	if len(e.Installed) > 0 {
		have = "installed agents: " + strings.Join(e.Installed, ", ") + " (choose one with --adapter)"
	}
	return have + "; " + try
}

// preflight checks that every task of a workflow could be launched (CORE-03, AI-15).
func (l launcher) preflight(wf *workflows.Workflow) error {
	var problems []PreflightProblem
	for _, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			for _, err := range l.check(task) {
				problems = append(problems, PreflightProblem{Task: task.ID, Field: field(task, err), Err: err})
			}
		}
	}
	if problems == nil {
		return nil
	}
	e := &PreflightError{Problems: problems}
	for _, p := range problems {
		var missing *adapters.NotFoundError
		if l.cast == nil && errors.As(p.Err, &missing) {
			e.missing, e.known = true, e.known || p.Field != "ai_cmd"
		}
	}
	if found, err := l.adapters.Installed(l.environ); err == nil {
		for _, f := range found {
			e.Installed = append(e.Installed, f.Name)
		}
	}
	return e
}

// check builds the task's first iteration and throws it away, so that it
// finds what the launch will find: everything, since each try costs a person time.
func (l launcher) check(task workflows.Task) (wrong []error) {
	dir := l.dir(task)
	if info, err := os.Stat(dir); err != nil {
		wrong = append(wrong, &taskError{"cwd", fmt.Errorf("%s: %w", dir, cause(err)), "make the folder, or correct cwd: it is relative to where rooda is started"})
	} else if !info.IsDir() {
		wrong = append(wrong, &taskError{"cwd", fmt.Errorf("%s is not a directory", dir), "name a folder: cwd is relative to where rooda is started"})
	}
	prompt, err := l.prompt(task, 0)
	if err != nil {
		wrong = append(wrong, err)
		prompt = task.ID // in its place: the rest is looked at as well
	}
	_, err = l.iteration("", task, plan.Key{Task: task.ID}, "", prompt, "")
	var several taskErrors
	switch {
	case errors.As(err, &several):
		wrong = append(wrong, several...)
	case err != nil:
		wrong = append(wrong, err)
	}
	return wrong
}

// dir is the working directory of a task: where rooda was invoked (AI-29), or
// the task's cwd, relative to that.
func (l launcher) dir(task workflows.Task) string {
	if filepath.IsAbs(task.Cwd) {
		return task.Cwd
	}
	return filepath.Join(l.workdir, task.Cwd)
}

// Planned is the first iteration of a task as it would be launched.
type Planned struct {
	Stage, Task string
	// Command is the command line as it would be typed, the prompt left out.
	Command string
	// Dir is where it would work.
	Dir    string
	Prompt string
}

// planned describes what would be launched; preflight has found nothing wrong.
func (l launcher) planned(wf *workflows.Workflow) ([]Planned, error) {
	var list []Planned
	for _, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			prompt, err := l.prompt(task, 0)
			if err != nil {
				return nil, err
			}
			it, err := l.iteration(stage.ID, task, plan.Key{Task: task.ID}, "", prompt, "")
			if err != nil {
				return nil, err
			}
			list = append(list, Planned{stage.ID, task.ID, commandLine(it.Launch, it.Prompt), it.Dir, it.Prompt})
		}
	}
	return list, nil
}
