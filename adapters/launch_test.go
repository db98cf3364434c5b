package adapters_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

const prompt = "Do the work.\nThen say so.\n"

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

func TestInteractiveIsRefused(t *testing.T) {
	agent, err := adapters.NewRegistry().Get("claude")
	if err != nil {
		t.Fatal(err)
	}
	_, err = agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Interactive})
	var failure *adapters.LaunchError
	if !errors.As(err, &failure) || failure.Hint() == "" {
		t.Errorf("got %v, want a LaunchError with a hint", err)
	}
}

// CORE-04, CORE-19: a policy holds the arguments that let an agent work unasked.
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
