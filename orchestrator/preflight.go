package orchestrator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// PreflightError lists everything that would keep tasks from starting, found
// before anything starts.
type PreflightError struct {
	Problems []PreflightProblem
	// Installed are the agents that were found in PATH.
	Installed []string
	// Resumed is the session that was to go on, empty for a new one.
	Resumed string
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
	if e.Resumed != "" {
		fmt.Fprintf(&b, "session %s cannot go on:", session.ShortID(e.Resumed))
	} else {
		b.WriteString("the workflow cannot start:")
	}
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
		if hint := e.advice(p, missing); hint != "" {
			b.WriteString("\n    hint: " + hint)
		}
	}
	if hint := e.Hint(); hint != "" {
		b.WriteString("\nhint: " + hint)
	}
	return b.String()
}

// advice is what to do about one problem, empty where Hint says it. missing is its error, where it is that.
func (e *PreflightError) advice(p PreflightProblem, missing *adapters.NotFoundError) string {
	var unknown *adapters.UnknownError
	var hinter interface{ Hint() string }
	switch {
	case e.Resumed != "" && missing != nil && missing.Blocked == "": // the file that a hint would correct is not read
		return ""
	case e.Resumed != "" && errors.As(p.Err, &unknown):
		return "it is looked for in the configuration of the folder that the session works in, and in yours"
	case missing != nil && p.Field != "ai_cmd" && missing.Blocked == "" && !missing.Local && len(missing.Searched) > 0:
		return ""
	case !errors.As(p.Err, &hinter):
		return ""
	}
	return hinter.Hint()
}

// Unwrap gives errors.Is and errors.As the single problems.
func (e *PreflightError) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = p.Err
	}
	return errs
}

// Hint says which agents there are, and how to try the workflow without any; of a session that was to go on,
// how it does.
func (e *PreflightError) Hint() string {
	if e.Resumed != "" {
		return e.wayOn()
	}
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

func (e *PreflightError) wayOn() string {
	id := session.ShortID(e.Resumed)
	way := fmt.Sprintf("once that is put right, rooda session resume %s goes on", id)
	if !slices.ContainsFunc(e.Problems, func(p PreflightProblem) bool { return p.Field == folder }) { // which no workflow says
		way += fmt.Sprintf("; rooda session resume %s --workflow FILE takes a corrected workflow", id)
	}
	var missing *adapters.NotFoundError
	if slices.ContainsFunc(e.Problems, func(p PreflightProblem) bool { return errors.As(p.Err, &missing) && len(missing.Searched) > 0 }) {
		way += "; programs are looked for in the PATH of this command, whatever it was when the run began"
	}
	return way
}

// preflight checks that every task of a workflow could be launched (CORE-03, AI-15).
func (l launcher) preflight(wf *workflows.Workflow) error {
	var problems []PreflightProblem
	for _, stage := range wf.Stages {
		for _, task := range stage.Tasks {
			problems = append(problems, l.problems(task)...)
		}
	}
	return l.refusal(problems)
}

// problems are all that would keep a task from starting.
func (l launcher) problems(task workflows.Task) (problems []PreflightProblem) {
	for _, err := range l.check(task) {
		problems = append(problems, PreflightProblem{Task: task.ID, Field: field(task, err), Err: err})
	}
	return problems
}

// refusal is the error of these problems, nil for none.
func (l launcher) refusal(problems []PreflightProblem) error {
	if problems == nil {
		return nil
	}
	e := &PreflightError{Problems: problems}
	if l.resumes {
		e.Resumed = l.session
	}
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
	if err := l.checkDir(task); err != nil {
		wrong = append(wrong, err)
	}
	prompt, err := l.prompt(task, 0)
	if err != nil {
		wrong = append(wrong, err)
		prompt = task.ID // in its place: the rest is looked at as well
	}
	_, more, err := l.described("", task, plan.Key{Task: task.ID}, "", prompt, "")
	if err != nil {
		return append(wrong, err)
	}
	return append(wrong, more...)
}

// folder is in place of a key, in the error of a task that has no cwd.
const folder = "working directory"

// checkDir looks whether a task has a folder to work in.
func (l launcher) checkDir(task workflows.Task) error {
	dir := l.dir(task)
	info, err := os.Stat(dir)
	wrong := &taskError{key: "cwd"}
	switch {
	case err != nil:
		wrong.err, wrong.advice = fmt.Errorf("%s: %w", dir, cause(err)), "make the folder, or correct cwd: it is relative to where rooda is started"
	case !info.IsDir():
		wrong.err, wrong.advice = fmt.Errorf("%s is not a directory", dir), "name a folder: cwd is relative to where rooda is started"
	default:
		return nil
	}
	if task.Cwd == "" {
		wrong.key, wrong.advice = folder, "start rooda in a folder that is there"
	}
	if l.resumes {
		wrong.advice = l.wayBack(task)
	}
	return wrong
}

// wayBack is how a session goes on one of whose tasks has lost its folder.
func (l launcher) wayBack(task workflows.Task) string {
	if _, err := os.Stat(l.workdir); err != nil && !filepath.IsAbs(task.Cwd) {
		return "a session works in the folder in which its run was started: move that back, or put a symbolic link in its place: ln -s NEW " + shellquote.Join(l.workdir)
	}
	return "make the folder; a relative cwd begins in that in which the run was started, " + l.workdir
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
