package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/internal/config"
)

// AI-02.
func TestNoCommand(t *testing.T) {
	p := newPlace(t)
	p.workspace("ai_cmd_aliases: {fast: agent --fast}\nadapters: {aider: {command: aider, headless: {}}}\n")
	_, err := p.load().Resolve("build", config.Flags{})
	var none *config.NoCommandError
	if !errors.As(err, &none) || !strings.HasPrefix(none.Hint(), "none of the agents") {
		t.Fatalf("got %v", err)
	}
	p.program("codex")
	p.program("claude")
	p.program("aider") // an agent without an alias is no help here
	s, err := p.load().Resolve("build", config.Flags{})
	if !errors.As(err, &none) || none.Hint() != "add --ai-cmd-alias claude" {
		t.Errorf("got %v", err)
	}
	golden(t, "testdata/no_command.txt", p.anonymous(err.Error())+"\n")
	if s.MaxIterations.V != 5 || s.AICommand.V.Adapter != nil || s.Entries()[0].Value != "" {
		t.Errorf("settings beside the error: %+v", s)
	}
	if checks := s.Checks(p.environ, p.repo); len(checks) == 0 || strings.Contains(checks[0].Text, "AI command") {
		t.Errorf("checks: %+v", checks)
	}
}

func TestUnknownAlias(t *testing.T) {
	p := newPlace(t)
	p.workspace("loop:\n  ai_cmd_alias: cluade\nai_cmd_aliases: {fast: agent --fast}\n")
	s, err := p.load().Resolve("build", config.Flags{})
	var unknown *config.UnknownAliasError
	if !errors.As(err, &unknown) || unknown.Hint() != "did you mean claude?" {
		t.Fatalf("got %v", err)
	}
	want := "unknown AI command alias: cluade (from workspace: rooda-config.yml:2:3)\nAvailable: claude, codex, copilot, cursor-agent, fast, gemini, kiro-cli, opencode\nhint: did you mean claude?"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	if got := s.Entries()[0].Value; got != "alias cluade, unknown" {
		t.Errorf("entry %q", got)
	}
	_, err = p.load().Resolve("build", config.Flags{AICmdAlias: new("zzzzzzz")})
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), "ai_cmd_aliases") {
		t.Errorf("got %v", err)
	}
	if _, err := p.load().Resolve("build", config.Flags{AICmd: new("x")}); err != nil {
		t.Errorf("an alias that is not used is no obstacle: %v", err)
	}
}

func launch(t *testing.T, s config.Settings) adapters.LaunchConfig {
	t.Helper()
	launch, err := s.AICommand.V.Adapter.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: "p"})
	if err != nil {
		t.Fatal(err)
	}
	return launch
}

// Built-in aliases carry their agent's environment and decoder; a user's
// alias of that name is a plain command.
func TestAliasLaunch(t *testing.T) {
	p := newPlace(t)
	cursor := launch(t, p.resolve("build", config.Flags{AICmdAlias: new("cursor-agent")}))
	if cursor.Decode == "" || cursor.Argv[0] != "cursor-agent" {
		t.Errorf("got %+v", cursor)
	}
	claude := launch(t, p.resolve("build", config.Flags{AICmdAlias: new("claude")}))
	if len(claude.Env) == 0 {
		t.Errorf("got %+v", claude)
	}
	p.workspace("ai_cmd_aliases: {cursor-agent: cursor-wrapper.sh}")
	want := adapters.LaunchConfig{Argv: []string{"cursor-wrapper.sh"}, StdinPipe: true, Stdin: []byte("p")}
	if diff := cmp.Diff(want, launch(t, p.resolve("build", config.Flags{AICmdAlias: new("cursor-agent")}))); diff != "" {
		t.Errorf("launch (-want +got):\n%s", diff)
	}
}

func TestAdapters(t *testing.T) {
	p := newPlace(t)
	p.global("adapters: {claude: {command: /global/claude, env: {A: global, B: global}}, aider: {command: aider, headless: {args: [--one], prompt_via: arg}}}")
	p.workspace(`adapters:
  claude: {env: {B: here}, inject_args: [], headless: {args: [-p, --model, x]}}
  aider: {alias: "aider --yes", headless: {tail: [last]}, decode: ""}
  plain: {command: plain, headless: {}}
`)
	registry := p.load().Registry()
	claude, err := registry.Spec("claude")
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := adapters.NewRegistry().Spec("claude")
	if err != nil {
		t.Fatal(err)
	}
	want := shipped
	want.Command = "/global/claude"
	want.Alias = "/global/claude -p --dangerously-skip-permissions"
	want.InjectArgs = []string{}
	headless := *shipped.Headless
	headless.Args = []string{"-p", "--model", "x"}
	want.Headless = &headless
	want.Env = map[string]string{"A": "global", "B": "here"}
	for key, value := range shipped.Env {
		want.Env[key] = value
	}
	if diff := cmp.Diff(want, claude); diff != "" {
		t.Errorf("claude (-want +got):\n%s", diff)
	}
	aider, err := registry.Spec("aider")
	if err != nil {
		t.Fatal(err)
	}
	want = adapters.Spec{Name: "aider", Command: "aider", Alias: "aider --yes", Headless: &adapters.Launch{Args: []string{"--one"}, Tail: []string{"last"}, PromptVia: adapters.ViaArg}}
	if diff := cmp.Diff(want, aider); diff != "" {
		t.Errorf("aider (-want +got):\n%s", diff)
	}
	plain, err := registry.Spec("plain")
	if err != nil || plain.Headless.PromptVia != adapters.ViaStdin || plain.Alias != "" {
		t.Errorf("plain: %+v, %v", plain, err)
	}
	got := p.anonymous(commandText(p.resolve("build", config.Flags{AICmdAlias: new("aider")}).AICommand))
	if want := "aider --yes (aider workspace: rooda-config.yml:3:11) | cli: --ai-cmd-alias"; got != want {
		t.Errorf("got %s", got)
	}
}

// AI-15, LOOP-17, LOOP-18, ERR-04, ERR-05.
func TestChecks(t *testing.T) {
	p := newPlace(t)
	agent := p.program("agent")
	blocked := p.write(filepath.Join(p.home, "bin", "blocked"), "#!/bin/sh\n")
	p.write(filepath.Join(p.repo, "local.sh"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(p.repo, "local.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.write(filepath.Join(p.repo, "here.md"), "{{.n}}")
	p.workspace(`procedures:
  mine:
    observe: here.md
    orient: missing.md
    decide: [{path: here.md, parameters: {m: 1}}, {path: here.md, parameters: {n: 1}}, {content: x}]
    act: builtin:fragments/act/emit_signal.md
`)
	for _, c := range []struct{ command, text, detail, err, hint string }{
		{"agent --x", "AI command binary exists: " + agent, "", "", ""},
		{agent, "AI command binary exists: " + agent, "", "", ""},
		{"./local.sh", "AI command binary exists: REPO/local.sh", "", "", ""},
		{"local.sh", "AI command binary not found: local.sh", "Searched PATH: HOME/bin",
			`check AI command "local.sh" (cli: --ai-cmd): find local.sh: not found in PATH (HOME/bin)`, "write ./local.sh to run the one in the working directory"},
		{"nowhere -q", "AI command binary not found: nowhere", "Searched PATH: HOME/bin",
			`check AI command "nowhere -q" (cli: --ai-cmd): find nowhere: not found in PATH (HOME/bin)`, "install it, add its directory to PATH, or set ai_cmd to its full path"},
		{"./nowhere", "AI command binary not found: ./nowhere", "Looked at: REPO/nowhere",
			`check AI command "./nowhere" (cli: --ai-cmd): find ./nowhere: no such file`, "check the path; a relative one starts in the agent's working directory"},
		{"blocked", "AI command binary is not executable: " + blocked, "",
			`check AI command "blocked" (cli: --ai-cmd): find blocked: ` + blocked + " is not an executable file", "chmod +x " + blocked},
	} {
		check := p.resolve("mine", config.Flags{AICmd: new(c.command)}).Checks(p.environ, p.repo)[0]
		got := []string{p.anonymous(check.Text), p.anonymous(check.Detail), "", ""}
		if check.Err != nil {
			got[2] = check.Err.Error()
			var hinted interface{ Hint() string }
			if errors.As(check.Err, &hinted) {
				got[3] = hinted.Hint()
			}
		}
		for i := range got {
			got[i] = p.anonymous(got[i])
		}
		if diff := cmp.Diff([]string{p.anonymous(c.text), c.detail, p.anonymous(c.err), p.anonymous(c.hint)}, got); diff != "" {
			t.Errorf("%s: text, detail, error, hint (-want +got):\n%s", c.command, diff)
		}
		if check.OK != (c.err == "") {
			t.Errorf("%s: OK is %t", c.command, check.OK)
		}
	}

	var got []string
	for _, check := range p.resolve("mine", config.Flags{}).Checks(p.environ, p.repo)[1:] {
		mark := "✓ "
		if !check.OK {
			mark = "✗ "
		}
		got = append(got, strings.TrimRight(p.anonymous(mark+check.Text+"; "+check.Detail), "; "))
	}
	want := []string{
		"✓ Prompt file exists: REPO/here.md",
		"✗ Prompt part orient[0] cannot be used: REPO/missing.md; read fragment REPO/missing.md: open REPO/missing.md: no such file or directory\nNamed by workspace: rooda-config.yml:4:13",
		"✗ Prompt part decide[0] cannot be used: REPO/here.md; expand fragment: template: REPO/here.md:1:2: executing \"REPO/here.md\" at <.n>: map has no entry for key \"n\"\nNamed by workspace: rooda-config.yml:5:14",
		"✓ Prompt file exists: REPO/here.md",
		"✓ Prompt text of decide[2] can be used",
		"✓ Prompt file exists: builtin:fragments/act/emit_signal.md",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prompt parts (-want +got):\n%s", diff)
	}
}
