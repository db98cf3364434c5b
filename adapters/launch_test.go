package adapters_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

const prompt = "Do the work.\nThen say so.\n"

// What each agent is asked for without a terminal: the very program and
// arguments, with and without leave to act (CORE-03).
func TestHeadlessArgv(t *testing.T) {
	tests := []struct{ name, manual, auto string }{
		{"claude", "claude -p", "claude -p --dangerously-skip-permissions"},
		{"codex", "codex exec --skip-git-repo-check -", "codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -"},
		{"copilot", "copilot", "copilot --allow-all-tools"},
		{"cursor-agent", "cursor-agent -p --trust --output-format stream-json --stream-partial-output", "cursor-agent -p --trust --output-format stream-json --stream-partial-output --force"},
		{"gemini", "gemini --skip-trust", "gemini --skip-trust --approval-mode yolo"},
		{"kiro-cli", "kiro-cli chat --no-interactive", "kiro-cli chat --no-interactive --trust-all-tools"},
		{"opencode", "opencode run", "opencode run --auto"},
	}
	registry := adapters.NewRegistry()
	var names []string
	for _, test := range tests {
		names = append(names, test.name)
		for auto, want := range map[bool]string{false: test.manual, true: test.auto} {
			got := launch(t, registry, test.name, adapters.LaunchRequest{Mode: adapters.Headless, Prompt: prompt, AutoApprove: auto})
			if diff := cmp.Diff(want, strings.Join(got.Argv, " ")); diff != "" {
				t.Errorf("%s, auto_approve %v (-want +got):\n%s", test.name, auto, diff)
			}
			if !got.StdinPipe || string(got.Stdin) != prompt {
				t.Errorf("%s: the prompt is not on standard input", test.name)
			}
		}
	}
	if diff := cmp.Diff(names, registry.Names()); diff != "" {
		t.Errorf("agents without a golden line (-tested +built in):\n%s", diff)
	}
}

func TestLaunchCarriesEnvironmentAndDecoder(t *testing.T) {
	registry := adapters.NewRegistry()
	claude := launch(t, registry, "claude", adapters.LaunchRequest{Mode: adapters.Headless})
	if diff := cmp.Diff([]string{"CLAUDE_CODE_MAX_RETRIES=4", "DISABLE_AUTOUPDATER=1"}, claude.Env); diff != "" {
		t.Errorf("claude's environment (-want +got):\n%s", diff)
	}
	if got := launch(t, registry, "cursor-agent", adapters.LaunchRequest{Mode: adapters.Headless}).Decode; got != "cursor-stream-json" {
		t.Errorf("cursor-agent decodes with %q", got)
	}
}

func TestExtraArgs(t *testing.T) {
	tests := []struct {
		agent, want string
		extra       []string
	}{
		{"claude", "claude -p --dangerously-skip-permissions --model opus", []string{"--model", "opus"}},
		{"codex", "codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -m x -", []string{"-m", "x"}},
		{"claude", "claude -p --dangerously-skip-permissions", []string{"--dangerously-skip-permissions"}},
		{"gemini", "gemini --skip-trust --approval-mode auto_edit", []string{"--approval-mode", "auto_edit"}},
		{"gemini", "gemini --skip-trust --approval-mode=auto_edit", []string{"--approval-mode=auto_edit"}},
	}
	for _, test := range tests {
		got := launch(t, adapters.NewRegistry(), test.agent, adapters.LaunchRequest{Mode: adapters.Headless, AutoApprove: true, ExtraArgs: test.extra})
		if diff := cmp.Diff(test.want, strings.Join(got.Argv, " ")); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", test.agent, test.extra, diff)
		}
	}
}

// The same at a terminal (CORE-03).
func TestInteractiveArgv(t *testing.T) {
	const file = "/state/task/prompt.md"
	const byFile = "Read the file " + file + " and do what it says."
	tests := []struct{ name, manual, auto, long string }{
		{"claude", "claude|PROMPT", "claude|--dangerously-skip-permissions|PROMPT", "claude|FILE"},
		{"codex", "codex|--no-daemon|PROMPT", "codex|--no-daemon|--dangerously-bypass-approvals-and-sandbox|PROMPT", "codex|--no-daemon|FILE"},
		{"copilot", "copilot|--interactive=PROMPT", "copilot|--allow-all-tools|--interactive=PROMPT", "copilot|--add-dir=/state/task|--interactive=FILE"},
		{"cursor-agent", "cursor-agent|PROMPT", "cursor-agent|--force|PROMPT", "cursor-agent|FILE"},
		{"gemini", "gemini|--skip-trust|--prompt-interactive=PROMPT", "gemini|--skip-trust|--approval-mode|yolo|--prompt-interactive=PROMPT", "gemini|--skip-trust|--prompt-interactive=FILE"},
		{"kiro-cli", "kiro-cli|chat|PROMPT", "kiro-cli|chat|--trust-all-tools|PROMPT", "kiro-cli|chat|FILE"},
		{"opencode", "opencode|--prompt=PROMPT", "opencode|--auto|--prompt=PROMPT", "opencode|--prompt=FILE"},
	}
	registry := adapters.NewRegistry()
	var names []string
	for _, test := range tests {
		names = append(names, test.name)
		long := strings.Repeat("x", adapters.MaxArgument+1)
		for _, c := range []struct {
			want string
			req  adapters.LaunchRequest
		}{
			{test.manual, adapters.LaunchRequest{Prompt: prompt}},
			{test.auto, adapters.LaunchRequest{Prompt: prompt, AutoApprove: true}},
			{test.long, adapters.LaunchRequest{Prompt: long, PromptFile: file}},
			{strings.TrimSuffix(test.manual[:strings.LastIndex(test.manual, "|")], "|"), adapters.LaunchRequest{}},
		} {
			c.req.Mode = adapters.Interactive
			got := launch(t, registry, test.name, c.req)
			want := strings.NewReplacer("PROMPT", prompt, "FILE", byFile).Replace(c.want)
			if diff := cmp.Diff(want, strings.Join(got.Argv, "|")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
			if got.StdinPipe || got.Paste != "" || got.Decode != "" {
				t.Errorf("%s: the terminal is not standard input, or the prompt travels twice", test.name)
			}
			if s := got.Signs; s.Submit.Settle == 0 || s.Submit.Enters == 0 || s.ExitInput == "" || len(s.Marks.Idle) == 0 {
				t.Errorf("%s: the launch does not say how to drive it: %+v", test.name, s)
			}
		}
	}
	if diff := cmp.Diff(names, registry.Names()); diff != "" {
		t.Errorf("agents without a golden line (-tested +built in):\n%s", diff)
	}
}

// A prompt that starts with a dash must not be read as a flag.
func TestInteractivePromptWithADash(t *testing.T) {
	for name, want := range map[string]string{
		"claude": "claude|--|- one", "codex": "codex|--no-daemon|--|- one", "kiro-cli": "kiro-cli|chat|--|- one", "cursor-agent": "cursor-agent|--|- one",
		"gemini": "gemini|--skip-trust|--prompt-interactive=- one", "opencode": "opencode|--prompt=- one", "copilot": "copilot|--interactive=- one",
	} {
		got := launch(t, adapters.NewRegistry(), name, adapters.LaunchRequest{Mode: adapters.Interactive, Prompt: "- one"})
		if diff := cmp.Diff(want, strings.Join(got.Argv, "|")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// An agent that nobody knows gets its prompt by pasting, once it is idle.
func TestInteractiveCommand(t *testing.T) {
	agent, err := adapters.Command("my-agent --tui")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ prompt, want string }{
		{prompt, prompt}, {"", ""}, {strings.Repeat("x", adapters.MaxArgument+1), "Read the file /p and do what it says."},
	} {
		got, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Interactive, Prompt: c.prompt, PromptFile: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		if line := strings.Join(got.Argv, " "); line != "my-agent --tui" || got.Paste != c.want || got.StdinPipe {
			t.Errorf("argv %q, paste %.40q, pipe %v", line, got.Paste, got.StdinPipe)
		}
		if got.Signs.Submit.Enters == 0 || len(got.Signs.Marks.Idle) == 0 {
			t.Errorf("nothing says how to drive it: %+v", got.Signs)
		}
	}
}

// Who picks the permission mode himself has decided: nothing contradicts him.
func TestInjectUnless(t *testing.T) {
	for _, extra := range [][]string{{"--permission-mode", "manual"}, {"--permission-mode=manual"}} {
		got := launch(t, adapters.NewRegistry(), "claude", adapters.LaunchRequest{Mode: adapters.Interactive, AutoApprove: true, ExtraArgs: extra})
		if diff := cmp.Diff(append([]string{"claude"}, extra...), got.Argv); diff != "" {
			t.Errorf("argv (-want +got):\n%s", diff)
		}
	}
}

func TestModeThatIsMissing(t *testing.T) {
	registry, err := adapters.NewRegistry().With(
		adapters.Spec{Name: "quiet", Command: "quiet", Headless: &adapters.Launch{PromptVia: adapters.ViaStdin}},
		adapters.Spec{Name: "shown", Command: "shown", Interactive: &adapters.Launch{PromptVia: adapters.ViaPaste}},
		adapters.Spec{Name: "none", Command: "none"},
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]adapters.Mode{"quiet": adapters.Interactive, "shown": adapters.Headless, "none": adapters.Headless} {
		agent, err := registry.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = agent.LaunchConfig(adapters.LaunchRequest{Mode: mode})
		var failure *adapters.LaunchError
		if !errors.As(err, &failure) || failure.Hint() == "" {
			t.Errorf("%s %s: got %v, want a LaunchError with a hint", name, mode, err)
		}
	}
}

// What a caller does to one launch or policy changes no other.
func TestLaunchesShareNothing(t *testing.T) {
	agent, err := adapters.NewRegistry().Get("codex")
	if err != nil {
		t.Fatal(err)
	}
	request := adapters.LaunchRequest{Mode: adapters.Headless, AutoApprove: true}
	first, _ := agent.LaunchConfig(request)
	want := strings.Join(first.Argv, " ")
	_ = append(first.Argv[:1], "overwritten", "overwritten")
	agent.AutoPolicy().InjectArgs[0] = "overwritten"
	second, _ := agent.LaunchConfig(request)
	if got := strings.Join(second.Argv, " "); got != want {
		t.Errorf("second launch is %q, want %q", got, want)
	}
}

func launch(t *testing.T, registry *adapters.Registry, name string, req adapters.LaunchRequest) adapters.LaunchConfig {
	t.Helper()
	agent, err := registry.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	config, err := agent.LaunchConfig(req)
	if err != nil {
		t.Fatal(err)
	}
	return config
}
