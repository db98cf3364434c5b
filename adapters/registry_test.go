package adapters_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// AI-04 to AI-06 are the specs' words. AI-07's wrapper script is the decoder
// of this package, so the line behind that name is the agent's own.
func TestAliases(t *testing.T) {
	want := map[string]string{
		"kiro-cli":     "kiro-cli chat --no-interactive --trust-all-tools",
		"claude":       "claude -p --dangerously-skip-permissions",
		"copilot":      "copilot --yolo",
		"cursor-agent": "cursor-agent -p --force --output-format stream-json --stream-partial-output",
		"codex":        "codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -",
		"gemini":       "gemini --skip-trust --approval-mode yolo",
		"opencode":     "opencode run --auto",
	}
	registry := adapters.NewRegistry()
	got, err := registry.Aliases()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
	for name, line := range want {
		agent, err := registry.Alias(name)
		if err != nil {
			t.Fatal(err)
		}
		launch, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: "p"})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(line, strings.Join(launch.Argv, " ")); diff != "" {
			t.Errorf("argv of alias %s (-want +got):\n%s", name, diff)
		}
		if !launch.StdinPipe || string(launch.Stdin) != "p" {
			t.Errorf("alias %s: the prompt is not on standard input (AI-11)", name)
		}
		if (launch.Decode != "") != (name == "cursor-agent") {
			t.Errorf("alias %s decodes with %q", name, launch.Decode)
		}
	}
}

func TestUnknownNameListsTheKnown(t *testing.T) {
	registry := adapters.NewRegistry()
	_, err := registry.Get("cluade")
	var unknown *adapters.UnknownError
	if !errors.As(err, &unknown) {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff(registry.Names(), unknown.Known); diff != "" {
		t.Errorf("known names (-want +got):\n%s", diff)
	}
	for _, name := range []string{"", "../builtin/claude", "builtin/claude", "claude.yml", "*"} {
		if _, err := registry.Get(name); !errors.As(err, &unknown) {
			t.Errorf("name %q: got %v", name, err)
		}
	}
}

func TestSpecsSayWhereTheyComeFrom(t *testing.T) {
	specs, err := adapters.NewRegistry().Specs()
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range specs {
		if spec.Display == "" || spec.Install == "" || spec.Headless == nil || len(spec.InjectArgs) == 0 {
			t.Errorf("%s is incomplete: %+v", spec.Name, spec)
		}
	}
}

func TestCommand(t *testing.T) {
	agent, err := adapters.Command(`/opt/my\ agent/bin --model "a b" '' -q`)
	if err != nil {
		t.Fatal(err)
	}
	launch, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: "p", AutoApprove: true, ExtraArgs: []string{"-z"}})
	if err != nil {
		t.Fatal(err)
	}
	want := adapters.LaunchConfig{Argv: []string{"/opt/my agent/bin", "--model", "a b", "", "-q", "-z"}, StdinPipe: true, Stdin: []byte("p")}
	if diff := cmp.Diff(want, launch); diff != "" {
		t.Errorf("launch (-want +got):\n%s", diff)
	}
	if agent.Name() != "bin" || agent.AutoPolicy() != nil {
		t.Errorf("name %q, policy %v", agent.Name(), agent.AutoPolicy())
	}
}

// A host makes an Adapter of a command line several times for each agent, and what it
// allocates for that stays in its memory for hours.
func TestCommandIsCheap(t *testing.T) {
	allocations := testing.AllocsPerRun(10, func() {
		if _, err := adapters.Command("llm --fast"); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 50 {
		t.Errorf("%v allocations, want at most 50", allocations)
	}
}

func TestCommandErrors(t *testing.T) {
	for _, line := range []string{"", "  \t", "''"} {
		if _, err := adapters.Command(line); !errors.Is(err, adapters.ErrEmptyCommand) || err.Error() != "empty AI command" {
			t.Errorf("%q: got %v", line, err)
		}
	}
	for _, line := range []string{`claude "unclosed`, `claude 'unclosed`, `claude \`} {
		if _, err := adapters.Command(line); err == nil || !strings.HasPrefix(err.Error(), "invalid AI command syntax: ") {
			t.Errorf("%q: got %v", line, err)
		}
	}
}

func TestWith(t *testing.T) {
	base := adapters.NewRegistry()
	claude, err := base.Spec("claude")
	if err != nil {
		t.Fatal(err)
	}
	claude.Command = "/opt/claude"
	mine := adapters.Spec{Name: "aider", Command: "aider", Headless: &adapters.Launch{PromptVia: adapters.ViaStdin}}
	more, err := base.With(mine, claude)
	if err != nil {
		t.Fatal(err)
	}
	if names := more.Names(); names[0] != "aider" || len(names) != len(base.Names())+1 {
		t.Errorf("names: %v", names)
	}
	if _, err := more.Get("aider"); err != nil {
		t.Error(err)
	}
	if spec, _ := more.Spec("claude"); spec.Command != "/opt/claude" {
		t.Errorf("claude is still %q", spec.Command)
	}
	if spec, _ := base.Spec("claude"); spec.Command != "claude" {
		t.Errorf("With changed the registry that it was called on: %q", spec.Command)
	}
	again, err := more.With(adapters.Spec{Name: "other", Command: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Spec("aider"); err != nil {
		t.Error("a second With forgot the first:", err)
	}
}

func TestWithRefusesWhatIsNotSound(t *testing.T) {
	_, err := adapters.NewRegistry().With(adapters.Spec{Name: "one"}, adapters.Spec{Name: "two", Command: "x", Decode: "none"})
	if err == nil || !strings.Contains(err.Error(), "one: command: missing") || !strings.Contains(err.Error(), `two: decode: no decoder is called "none"`) {
		t.Errorf("got %v", err)
	}
}
