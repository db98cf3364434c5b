package adapters

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPromptAsArgument(t *testing.T) {
	tests := []struct {
		name, prompt string
		dashes       bool
		want         []string // nil: refused
	}{
		{"plain", "hello", false, []string{"agent", "run", "x", "hello"}},
		{"empty", "", false, []string{"agent", "run", "x", ""}},
		{"dash refused", "- one", false, nil},
		{"dash after --", "- one", true, []string{"agent", "run", "x", "--", "- one"}},
		{"largest", strings.Repeat("a", MaxArgument), false, []string{"agent", "run", "x", strings.Repeat("a", MaxArgument)}},
		{"too large", strings.Repeat("a", MaxArgument+1), false, nil},
		{"zero byte", "a\x00b", false, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			agent := declared{spec: Spec{Name: "agent", Command: "agent", Headless: &Launch{Args: []string{"run"}, PromptVia: ViaArg, EndOfOptions: test.dashes}}}
			got, err := agent.LaunchConfig(LaunchRequest{Mode: Headless, Prompt: test.prompt, ExtraArgs: []string{"x"}})
			var failure *LaunchError
			if test.want == nil {
				if !errors.As(err, &failure) || failure.Hint() == "" {
					t.Fatalf("got %v, want a LaunchError with a hint", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.Argv); diff != "" {
				t.Errorf("argv (-want +got):\n%s", diff)
			}
			if got.StdinPipe {
				t.Error("standard input is a pipe although the prompt is an argument")
			}
		})
	}
}

func TestPromptByFile(t *testing.T) {
	agent := declared{spec: Spec{Name: "agent", Command: "agent", Headless: &Launch{PromptVia: ViaFile}}}
	if _, err := agent.LaunchConfig(LaunchRequest{Mode: Headless, Prompt: "p"}); err == nil {
		t.Error("launched without a file")
	}
	got, err := agent.LaunchConfig(LaunchRequest{Mode: Headless, Prompt: "p", PromptFile: "/tmp/prompt"})
	if err != nil {
		t.Fatal(err)
	}
	if last := got.Argv[len(got.Argv)-1]; !strings.Contains(last, "/tmp/prompt") || strings.HasPrefix(last, "-") {
		t.Errorf("the last argument is %q", last)
	}
}

func TestSpecIsStrict(t *testing.T) {
	tests := []struct{ yaml, want string }{
		{"name: a\ncommand: a\ninjectArgs: [x]\n", "injectArgs"},
		{"name: a\ncommand: a\nheadless: {prompt_via: pigeon}\n", "prompt_via"},
		{"name: a\n", "command: missing"},
		{"command: a\n", "name: missing"},
		{"name: a\ncommand: a\ndecode: xml\n", "xml"},
		{"name: a\ncommand: a\nalias: 'a \"b'\n", "alias"},
		{"name: a\ncommand: a\nenv: {A=B: c}\n", "A=B"},
	}
	for _, test := range tests {
		if _, err := decodeAgent([]byte(test.yaml)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want an error naming %s", test.yaml, err, test.want)
		}
	}
}
