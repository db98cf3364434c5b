package orchestrator

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rooda/adapters"
	"rooda/workflows"
)

// TestPreflight: everything that is missing is told at once, and nothing was
// made by then (CORE-03, AI-15).
func TestPreflight(t *testing.T) {
	o := newOffice(t)
	bin := t.TempDir()
	put(t, filepath.Join(bin, "codex"), "#!/bin/sh\n", 0o700)
	put(t, filepath.Join(bin, "gemini"), "no program", 0o600)
	o.opts.Environ = []string{"PATH=" + bin}
	file := put(t, filepath.Join(o.workdir, "file"), "", 0o600)

	with := func(id string, change func(*workflows.Task)) workflows.Task {
		task := workflows.Task{ID: id, Prompt: "Do it.", Adapter: "codex", Mode: workflows.Headless}
		change(&task)
		return task
	}
	wf := flow(
		inStage("one",
			with("fine", func(*workflows.Task) {}),
			with("absent", func(t *workflows.Task) { t.Adapter = "claude" }),
			with("blocked", func(t *workflows.Task) { t.Adapter = "gemini" }),
			with("nowhere", func(t *workflows.Task) { t.Cwd = "missing" }),
		),
		inStage("two",
			with("on-file", func(t *workflows.Task) { t.Cwd = file }),
			with("typed", func(t *workflows.Task) { t.Mode = workflows.Interactive }),
			with("untypable", func(t *workflows.Task) { t.Mode, t.Prompt = workflows.Interactive, "zero\x00byte" }),
			with("unknown", func(t *workflows.Task) { t.Adapter = "cluade" }),
			with("maimed", func(t *workflows.Task) { t.Adapter, t.AICmd = "", "agent 'unclosed" }),
			with("elsewhere", func(t *workflows.Task) { t.Adapter, t.AICmd = "", "./agent -p" }),
			with("lost", func(t *workflows.Task) { t.Context = []string{"no/such.md"} }),
		),
	)
	run, err := o.Start(StartRequest{Workflow: wf, Workdir: o.workdir})
	if run != nil {
		t.Fatal("the run began")
	}
	var failure *PreflightError
	if !errors.As(err, &failure) {
		t.Fatalf("Start: %v, want a *PreflightError", err)
	}
	var tasks []string
	for _, p := range failure.Problems {
		tasks = append(tasks, p.Task)
		if !strings.Contains(err.Error(), "\n  task "+p.Task+": "+strings.TrimSuffix(p.Err.Error(), " ("+bin+")")) {
			t.Errorf("the message leaves out task %s: %v", p.Task, err)
		}
	}
	if want := []string{"absent", "blocked", "nowhere", "on-file", "untypable", "unknown", "maimed", "elsewhere", "lost"}; !slices.Equal(tasks, want) {
		t.Errorf("problems with %q, want %q", tasks, want)
	}
	var unknown *adapters.UnknownError
	if !errors.Is(err, os.ErrNotExist) || !errors.Is(err, os.ErrPermission) || !errors.As(err, &unknown) {
		t.Error("the single problems cannot be told apart")
	}
	if hint := failure.Hint(); !strings.Contains(hint, "codex") || strings.Contains(hint, "gemini") || !strings.Contains(hint, "--rehearse") {
		t.Errorf("hint %q, want it to list codex only, and --rehearse", hint)
	}
	if _, err := o.Check(StartRequest{Workflow: wf, Workdir: o.workdir}); !errors.As(err, &failure) {
		t.Errorf("Check: %v, want the same as Start", err)
	}
	if sessions, err := o.manager.List(); err != nil || len(sessions) > 0 {
		t.Errorf("%d sessions were made (%v)", len(sessions), err)
	}
}

func TestPreflightWithoutAnyAgent(t *testing.T) {
	o := newOffice(t)
	o.opts.Environ = []string{"PATH=" + t.TempDir()}
	wf := flow(inStage("s", workflows.Task{ID: "a", Prompt: "Do it.", Adapter: "claude", Mode: workflows.Headless}))
	_, err := o.Check(StartRequest{Workflow: wf, Workdir: o.workdir})
	var failure *PreflightError
	if !errors.As(err, &failure) || !strings.Contains(failure.Hint(), "no known agent") {
		t.Errorf("Check: %v, want the hint to say that there is no agent", err)
	}
	wf.Stages[0].Tasks[0].Adapter, wf.Stages[0].Tasks[0].AICmd = "", "nowhere -p"
	_, err = o.Check(StartRequest{Workflow: wf, Workdir: o.workdir})
	if !errors.As(err, &failure) || strings.Contains(err.Error(), "known agent") || !strings.Contains(err.Error(), "hint: install it") || !strings.HasPrefix(failure.Hint(), "try the workflow") {
		t.Errorf("Check: %v, want nothing about agents that were not asked for", err)
	}
	o.opts.Self = quick("").AICmd
	if _, err := o.Check(StartRequest{Workflow: wf, Workdir: o.workdir, Rehearse: true}); err != nil {
		t.Errorf("a rehearsal needs no agent: %v", err)
	}
	if _, err := o.Check(StartRequest{Workflow: wf, Workdir: o.workdir, Rehearse: true, Rehearsal: "b:crash"}); err == nil {
		t.Error("a rehearsal of a task that is not there was accepted")
	}
}

// TestPreflightLooksWhereTheLaunchWill: a task may bring its own PATH.
func TestPreflightLooksWhereTheLaunchWill(t *testing.T) {
	o := newOffice(t)
	bin := t.TempDir()
	put(t, filepath.Join(bin, "agent"), "#!/bin/sh\n", 0o700)
	task := workflows.Task{ID: "a", Prompt: "Do it.", AICmd: "agent", Mode: workflows.Headless, Env: map[string]string{"PATH": bin + ":${PATH}"}}
	if _, err := o.Check(StartRequest{Workflow: flow(inStage("s", task)), Workdir: o.workdir}); err != nil {
		t.Errorf("Check: %v, and the launch would find it", err)
	}
	task.AICmd, task.Env["PATH"] = "sh", t.TempDir()
	if _, err := o.Check(StartRequest{Workflow: flow(inStage("s", task)), Workdir: o.workdir}); err == nil {
		t.Error("Check found a program that the launch will not")
	}
}

// TestResumeChecksWhatIsLeft: an agent that only finished tasks used may be gone.
func TestResumeChecksWhatIsLeft(t *testing.T) {
	o := newOffice(t)
	bin := t.TempDir()
	early, late := quick("early"), quick("late")
	early.AICmd = put(t, filepath.Join(bin, "early"), "#!/bin/sh\n", 0o700)
	late.AICmd = put(t, filepath.Join(bin, "late"), "#!/bin/sh\n", 0o700)
	late.MaxIterations = 1
	first := o.start(t, flow(inStage("one", early), inStage("two", late)), &theatre{acts: map[string][]act{"late": {{says: "no\n<promise>FAILURE</promise>\n"}}}})
	if _, err := first.Execute(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	id := first.Record().ID
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{early.AICmd, late.AICmd} {
		if err := os.Remove(program); err != nil {
			t.Fatal(err)
		}
	}
	_, err := o.Resume(id, "")
	var failure *PreflightError
	if !errors.As(err, &failure) || len(failure.Problems) != 1 || failure.Problems[0].Task != "late" {
		t.Errorf("Resume: %v, want the agent of task late only", err)
	}
	if running, err := o.manager.Running(id); err != nil || running {
		t.Errorf("after a resume that failed: running %t (%v)", running, err)
	}
	if got := o.load(t, id).Epoch; got != 1 {
		t.Errorf("epoch %d: a host that did nothing left its name", got)
	}
}

// TestOnlyWhatStartsNowNeedsItsProgram: a stop starts nothing, and a hand-over nothing that the host before it
// would not have started.
func TestOnlyWhatStartsNowNeedsItsProgram(t *testing.T) {
	o := newOffice(t)
	early, late := quick("early"), quick("late")
	early.AICmd = put(t, filepath.Join(t.TempDir(), "early"), "#!/bin/sh\n", 0o700)
	late.AICmd = put(t, filepath.Join(t.TempDir(), "late"), "#!/bin/sh\n", 0o700)
	run := o.start(t, flow(inStage("one", early), inStage("two", late)), &theatre{})
	id := run.Record().ID
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(late.AICmd); err != nil {
		t.Fatal(err)
	}
	resumed, err := o.Resume(id, "")
	if err != nil {
		t.Fatalf("Resume: %v, and only the task of the second stage cannot start", err)
	}
	if got := resumed.Foreseen(); len(got) != 1 || got[0].Task != "late" || got[0].Stage != "two" {
		t.Errorf("foreseen %+v, want task late", got)
	}
	if err := resumed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(early.AICmd); err != nil {
		t.Fatal(err)
	}
	var failure *PreflightError
	if _, err := o.Resume(id, ""); !errors.As(err, &failure) || len(failure.Problems) != 1 || failure.Problems[0].Task != "early" {
		t.Errorf("Resume: %v, want the task that has to start now", err)
	}
	for name, open := range map[string]func() (*Run, error){
		"TakeOver": func() (*Run, error) { return o.TakeOver(id, "") },
		"GoOn":     func() (*Run, error) { return o.GoOn(id) },
	} {
		run, err := open()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}
}
