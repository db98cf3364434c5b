package workflows_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/yamlsrc"
	"rooda/workflows"
)

var known = workflows.Options{Adapters: []string{"claude", "codex", "gemini"}}

// minimal wraps the lines of one headless task in a file.
func minimal(task ...string) string {
	return "stages:\n  - id: s\n    tasks:\n      - id: t\n        " + strings.Join(task, "\n        ") + "\n"
}

func parseTask(t *testing.T, text string, opts workflows.Options) workflows.Task {
	t.Helper()
	w, err := workflows.Parse("w.yml", []byte(text), opts)
	if err != nil {
		t.Fatal(err)
	}
	return w.Stages[0].Tasks[0]
}

func TestBuiltInDefaults(t *testing.T) {
	got, err := workflows.Parse("dir/my-flow.yml", []byte(minimal("procedure: build", "adapter: claude")), known)
	if err != nil {
		t.Fatal(err)
	}
	want := &workflows.Workflow{
		Name: "my-flow",
		Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{
			ID: "t", Procedure: "build", Adapter: "claude", Mode: workflows.Headless,
			MaxIterations: 5, FailureThreshold: 3, MaxOutputBuffer: 10 << 20, OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry,
		}}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("workflow (-want +got):\n%s", diff)
	}
}

func TestEveryKeyArrives(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"prompt.md", "notes.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := `
name: all
description: Every key.
goal: Show every key.
stages:
  - id: one
    max_parallel: 2
    fail_fast: true
    tasks:
      - id: a.1_x-Y
        name: First
        prompt_file: prompt.md
        ai_cmd: my-agent --say "two words"
        mode: interactive
        context: [notes.md, "A text, not a file.", "https://example.com/a/b"]
        max_iterations: 7
        iteration_timeout: 90
        failure_threshold: 2
        max_output_buffer: 2048
        on_max_iterations: continue
        on_lost: resume
        auto_approve: true
        agents_may_type: true
        pending_inputs: ["/compact", "List the open risks."]
        keep_alive: true
        interaction_timeout: 1h30m
        cwd: web
        env: {TOKEN: "${TOKEN}", EMPTY: ""}
        extra_args: ["--model", "x", ""]
      - id: b
        prompt: Go.
        adapter: codex
        unlimited: true
`
	opts := known
	opts.BaseDir = dir
	got, err := workflows.Parse(filepath.Join(dir, "all.yml"), []byte(text), opts)
	if err != nil {
		t.Fatal(err)
	}
	want := &workflows.Workflow{
		Name: "all", Description: "Every key.", Goal: "Show every key.",
		Stages: []workflows.Stage{{ID: "one", MaxParallel: 2, FailFast: true, Tasks: []workflows.Task{
			{
				ID: "a.1_x-Y", Name: "First", PromptFile: filepath.Join(dir, "prompt.md"),
				AICmd: `my-agent --say "two words"`, Mode: workflows.Interactive,
				Context:       []string{filepath.Join(dir, "notes.md"), "A text, not a file.", "https://example.com/a/b"},
				MaxIterations: 7, IterationTimeout: workflows.Duration(90 * time.Second), FailureThreshold: 2,
				MaxOutputBuffer: 2048, OnMaxIterations: workflows.Continue, OnLost: workflows.LostResume, AutoApprove: true, AgentsMayType: true,
				PendingInputs: []string{"/compact", "List the open risks."}, KeepAlive: true,
				InteractionTimeout: workflows.Duration(90 * time.Minute), Cwd: "web",
				Env:       map[string]string{"TOKEN": "${TOKEN}", "EMPTY": ""},
				ExtraArgs: []string{"--model", "x", ""},
			},
			{
				ID: "b", Prompt: "Go.", Adapter: "codex", Mode: workflows.Headless,
				MaxIterations: 0, FailureThreshold: 3, MaxOutputBuffer: 10 << 20, OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry,
			},
		}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("workflow (-want +got):\n%s", diff)
	}
}

func TestDefaultsBlock(t *testing.T) {
	const defaults = "defaults: {adapter: claude, auto_approve: true, max_iterations: 9, iteration_timeout: 20m, " +
		"env: {A: one, B: one}, extra_args: [x], context: [some text], keep_alive: true, cwd: web}\n"
	base := workflows.Task{
		ID: "t", Procedure: "build", Adapter: "claude", Mode: workflows.Headless, Context: []string{"some text"},
		MaxIterations: 9, IterationTimeout: workflows.Duration(20 * time.Minute), FailureThreshold: 3, MaxOutputBuffer: 10 << 20,
		OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry, AutoApprove: true, Cwd: "web", Env: map[string]string{"A": "one", "B": "one"}, ExtraArgs: []string{"x"},
	}
	for _, tc := range []struct {
		name, defaults, task string
		want                 func(*workflows.Task)
	}{
		{"all taken", defaults, "", func(*workflows.Task) {}},
		{"agents may type", "defaults: {adapter: claude, agents_may_type: true}\n", "", func(w *workflows.Task) {
			*w = workflows.Task{ID: "t", Procedure: "build", Adapter: "claude", Mode: workflows.Headless, MaxIterations: 5,
				FailureThreshold: 3, MaxOutputBuffer: 10 << 20, OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry, AgentsMayType: true}
		}},
		{"false beats true", defaults, "auto_approve: false", func(w *workflows.Task) { w.AutoApprove = false }},
		{"null clears", defaults, "{iteration_timeout: , max_iterations: null, cwd: ~, context: null, env: null}", func(w *workflows.Task) {
			w.IterationTimeout, w.MaxIterations, w.Cwd, w.Context, w.Env = 0, 5, "", nil, nil
		}},
		{"variables merge by name", defaults, "env: {B: two, C: two}", func(w *workflows.Task) {
			w.Env = map[string]string{"A": "one", "B": "two", "C": "two"}
		}},
		{"lists replace", defaults, "extra_args: [y]", func(w *workflows.Task) { w.ExtraArgs = []string{"y"} }},
		{"a command replaces the adapter", defaults, "ai_cmd: my-agent", func(w *workflows.Task) { w.Adapter, w.AICmd = "", "my-agent" }},
		{"an adapter replaces the command", strings.Replace(defaults, "adapter: claude", "ai_cmd: x", 1), "adapter: codex", func(w *workflows.Task) { w.Adapter = "codex" }},
		{"unlimited replaces a limit", defaults, "unlimited: true", func(w *workflows.Task) { w.MaxIterations = 0 }},
		{"a limit replaces unlimited", strings.Replace(defaults, "max_iterations: 9", "unlimited: true", 1), "max_iterations: 2", func(w *workflows.Task) { w.MaxIterations = 2 }},
		{"interactive settings reach interactive tasks", defaults, "mode: interactive", func(w *workflows.Task) {
			w.Mode, w.KeepAlive = workflows.Interactive, true
		}},
		{"no agent anywhere", strings.Replace(defaults, "adapter: claude, ", "", 1), "", func(w *workflows.Task) { w.Adapter = "gemini" }},
		{"adapter cleared", defaults, "adapter: null", func(w *workflows.Task) { w.Adapter = "gemini" }},
		{"interactive limit", "", "{adapter: claude, mode: interactive}", func(w *workflows.Task) {
			*w = workflows.Task{ID: "t", Procedure: "build", Adapter: "claude", Mode: workflows.Interactive,
				MaxIterations: 1, FailureThreshold: 3, MaxOutputBuffer: 10 << 20, OnMaxIterations: workflows.Fail, OnLost: workflows.LostRetry}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			task := strings.Trim(tc.task, "{}")
			if strings.HasPrefix(tc.task, "env") {
				task = tc.task
			}
			body := "{id: t, procedure: build"
			if task != "" {
				body += ", " + task
			}
			opts := known
			opts.DefaultAdapter = "gemini"
			got := parseTask(t, tc.defaults+"stages: [{id: s, tasks: ["+body+"}]}]\n", opts)
			want := base
			tc.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("task (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTasksShareNothing(t *testing.T) {
	w, err := workflows.Parse("w.yml", []byte("defaults: {adapter: claude, extra_args: [a, b], env: {A: x}}\nstages: [{id: s, tasks: [{id: t, procedure: build}, {id: u, procedure: build}]}]\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	first, second := w.Stages[0].Tasks[0], w.Stages[0].Tasks[1]
	first.ExtraArgs[0], first.Env["A"] = "changed", "changed"
	if second.ExtraArgs[0] != "a" || second.Env["A"] != "x" {
		t.Error("a change of one task reached the other")
	}
}

func TestOtherProcedures(t *testing.T) {
	opts := known
	opts.Procedures = []string{"deploy"}
	if got := parseTask(t, minimal("procedure: deploy", "adapter: claude"), opts); got.Procedure != "deploy" {
		t.Errorf("procedure %q", got.Procedure)
	}
}

func FuzzParse(f *testing.F) {
	for _, info := range workflows.Shipped() {
		data, err := workflows.Source(info.Name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(minimal("procedure: build", "ai_cmd: 'a \"b'", "iteration_timeout: 0s", "unlimited: true", "max_iterations: 18446744073709551615")))
	f.Add([]byte("defaults: &d {adapter: claude, env: {A: b}}\nstages:\n  - id: s\n    tasks:\n      - &t {id: t, prompt: x, <<: *d}\n      - *t\n"))
	f.Add([]byte("stages: [{id: a, tasks: [5, {id: [], prompt: ~, mode: 3}]}]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := workflows.Parse("w.yml", data, known)
		var problems yamlsrc.Problems
		if err != nil && !errors.As(err, &problems) {
			t.Fatalf("not a Problems: %v", err)
		}
		lines := strings.Count(strings.ReplaceAll(string(data), "\r", "\n"), "\n") + 1
		for _, p := range problems {
			if p.Line < 1 || p.Line > lines || p.Col < 1 || p.Message == "" {
				t.Errorf("bad problem in %d lines: %#v", lines, p)
			}
		}
		if err == nil {
			for _, stage := range w.Stages {
				for _, task := range stage.Tasks {
					if task.ID == "" || task.FailureThreshold < 1 || (task.Adapter == "") == (task.AICmd == "") {
						t.Errorf("accepted %+v", task)
					}
				}
			}
		}
	})
}
