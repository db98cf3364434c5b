package orchestrator

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/internal/rehearsal"
	"rooda/orchestrator/plan"
	"rooda/prompts"
	"rooda/session"
	"rooda/workflows"
)

func newLauncher(t *testing.T) launcher {
	t.Helper()
	return launcher{
		adapters: adapters.NewRegistry(), procedure: prompts.Lookup, environ: []string{"PATH=/usr/bin:/bin"},
		session: "the-session", goal: "Ship the parser", workdir: t.TempDir(),
	}
}

func put(t *testing.T, path, content string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLaunch(t *testing.T) {
	l := newLauncher(t)
	task := quick("code")
	task.Name, task.Cwd, task.MaxIterations = "Write code", "sub", 7
	task.Context = []string{"Mind the tests.", "notes.md"}
	task.Env = map[string]string{"MODE": "fast"}
	task.IterationTimeout = workflows.Duration(time.Minute)
	task.AICmd += " -p 'two words'"
	put(t, filepath.Join(l.workdir, "sub", "notes.md"), "A note.\n", 0o600)

	it, err := launched(l, "build", task, plan.Key{Task: "code", Attempt: 3, Iteration: 4}, "/state/dir")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Do your part.", "Ship the parser", "Mind the tests.", "A note.", "Iteration: 5 of 7", "Task: code (Write code)"} {
		if !strings.Contains(it.Prompt, want) {
			t.Errorf("the prompt has no %q:\n%s", want, it.Prompt)
		}
	}
	if !it.Launch.StdinPipe || string(it.Launch.Stdin) != it.Prompt {
		t.Error("the prompt does not go to standard input")
	}
	if want := "the-session/build/code/3/4"; it.Key != want || !slices.Contains(it.Env, "ROODA_ITERATION_KEY="+want) {
		t.Errorf("key %q, want %q, in the environment too", it.Key, want)
	}
	for _, want := range []string{"MODE=fast", "ROODA_ITERATION=5", "ROODA_TASK=code", "ROODA_SESSION=the-session"} {
		if !slices.Contains(it.Env, want) {
			t.Errorf("the environment has no %s", want)
		}
	}
	if want := filepath.Join(l.workdir, "sub"); it.Dir != want {
		t.Errorf("works in %s, want %s", it.Dir, want)
	}
	if it.Path != it.Launch.Argv[0] || it.Launch.Argv[2] != "two words" {
		t.Errorf("runs %s with %q", it.Path, it.Launch.Argv)
	}
	if it.Timeout != time.Minute || it.MaxOutput != task.MaxOutputBuffer || it.Log != filepath.Join("/state/dir", session.OutputLog) {
		t.Errorf("timeout %s, buffer %d, log %s", it.Timeout, it.MaxOutput, it.Log)
	}
}

// TestPromptFilesAreReadAnew: an edit reaches the next iteration.
func TestPromptFilesAreReadAnew(t *testing.T) {
	l := newLauncher(t)
	file := filepath.Join(t.TempDir(), "prompt.md")
	task := workflows.Task{ID: "code", PromptFile: file}
	for _, text := range []string{"First wording.", "Second wording."} {
		put(t, file, text, 0o600)
		prompt, err := l.prompt(task, 0)
		if err != nil || !strings.Contains(prompt, text) || !strings.Contains(prompt, "Iteration: 1 (unlimited)") {
			t.Errorf("prompt without %q (%v):\n%s", text, err, prompt)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := l.prompt(task, 0); err == nil || !strings.Contains(err.Error(), "read prompt_file") {
		t.Errorf("prompt: %v, want the missing prompt_file", err)
	}
}

func TestPromptOfAProcedure(t *testing.T) {
	l := newLauncher(t)
	prompt, err := l.prompt(workflows.Task{ID: "code", Name: "Write code", Procedure: "build", MaxIterations: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Procedure: build", "Iteration: 2 of 2", "PHASE 1"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("the prompt has no %q:\n%s", want, prompt)
		}
	}
	if _, err := l.prompt(workflows.Task{ID: "code", Procedure: "no-such"}, 0); err == nil {
		t.Error("an unknown procedure has a prompt")
	}
}

func TestLaunchOfAnAdapter(t *testing.T) {
	l := newLauncher(t)
	bin := t.TempDir()
	program := put(t, filepath.Join(bin, "claude"), "#!/bin/sh\n", 0o700)
	l.environ = []string{"PATH=" + bin}
	task := workflows.Task{ID: "code", Prompt: "Do it.", Adapter: "claude", AutoApprove: true, ExtraArgs: []string{"--model", "small"}}
	it, err := launched(l, "s", task, plan.Key{Task: "code", Attempt: 1}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	claude, err := l.adapters.Get("claude")
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Join(it.Launch.Argv, " ")
	if it.Path != program || !strings.Contains(line, claude.AutoPolicy().InjectArgs[0]) || !strings.Contains(line, "--model small") {
		t.Errorf("runs %s as %s", it.Path, line)
	}
	task.AutoApprove = false
	it, err = launched(l, "s", task, plan.Key{Task: "code", Attempt: 1}, t.TempDir())
	if line := strings.Join(it.Launch.Argv, " "); err != nil || strings.Contains(line, claude.AutoPolicy().InjectArgs[0]) {
		t.Errorf("without auto_approve it runs %s (%v)", line, err)
	}
}

// TestLaunchByFile: the prompt's file is the one in the iteration's folder,
// and the check before the start knows that there will be one.
func TestLaunchByFile(t *testing.T) {
	l := newLauncher(t)
	var err error
	l.adapters, err = l.adapters.With(adapters.Spec{
		Name: "own", Command: quick("").AICmd, Headless: &adapters.Launch{PromptVia: adapters.ViaFile}, Env: map[string]string{"RETRIES": "3"},
	})
	if err != nil {
		t.Fatal(err)
	}
	task := workflows.Task{ID: "code", Prompt: "Do it.", Adapter: "own", Mode: workflows.Headless}
	it, err := launched(l, "s", task, plan.Key{Task: "code", Attempt: 1}, "/state/dir")
	if err != nil {
		t.Fatal(err)
	}
	if last := it.Launch.Argv[len(it.Launch.Argv)-1]; !strings.Contains(last, filepath.Join("/state/dir", session.PromptFile)) {
		t.Errorf("the agent is told %q", last)
	}
	if !slices.Contains(it.Env, "RETRIES=3") {
		t.Errorf("the adapter's variable is not in %q", it.Env)
	}
	if err := l.check(task); err != nil {
		t.Errorf("check: %v", err)
	}
}

func TestLaunchOfARehearsal(t *testing.T) {
	l := newLauncher(t)
	l.self = quick("").AICmd
	cast, err := rehearsal.Parse("crash,code:continue:2", []string{"s/code", "s/docs"})
	if err != nil {
		t.Fatal(err)
	}
	l.cast = &cast
	for id, scenario := range map[string]string{"code": "continue:2", "docs": "crash"} {
		it, err := launched(l, "s", workflows.Task{ID: id, Prompt: "Do it.", Adapter: "claude"}, plan.Key{Task: id, Attempt: 1}, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{l.self, "rehearsal-agent", scenario}; !slices.Equal(it.Launch.Argv, want) || !bytes.Contains(it.Launch.Stdin, []byte("Do it.")) {
			t.Errorf("task %s runs %q, want %q with the prompt on standard input", id, it.Launch.Argv, want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	const prompt = "a long prompt\nof two lines"
	tests := []struct {
		argv []string
		want string
	}{
		{[]string{"claude", "-p"}, "claude -p"},
		{[]string{"agent", "run", prompt}, "agent run <prompt>"},
		{[]string{"agent", "--", prompt}, "agent -- <prompt>"},
		{[]string{"sh", "-c", "exit 9", ""}, "sh -c 'exit 9' ''"},
	}
	for _, tt := range tests {
		if got := commandLine(adapters.LaunchConfig{Argv: tt.argv}, prompt); got != tt.want {
			t.Errorf("command line %q, want %q", got, tt.want)
		}
	}
}

// launched composes the prompt, too, as the executor does.
func launched(l launcher, stage string, task workflows.Task, k plan.Key, dir string) (Iteration, error) {
	prompt, err := l.prompt(task, k.Iteration)
	if err != nil {
		return Iteration{}, err
	}
	return l.iteration(stage, task, k, dir, prompt, "")
}
