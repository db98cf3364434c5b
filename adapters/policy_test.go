package adapters_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// An adapter may say how it is automated (CORE-04): by the arguments that are
// put into a launch that is allowed to act, all of them and nothing else, and
// by handlers that answer what is asked all the same (CORE-19).
func TestAutoPolicy(t *testing.T) {
	registry := adapters.NewRegistry()
	for _, test := range []struct {
		agent  string
		inject []string
		asked  *adapters.Dialog // nil: it has no handlers
		by     string
	}{
		{"claude", []string{"--dangerously-skip-permissions"}, question(adapters.Permission, "Do you want to proceed?", "a", "Yes", "Yes, and don't ask again", "No"), "allow-once"},
		{"codex", []string{"--dangerously-bypass-approvals-and-sandbox"}, question(adapters.Permission, "Would you like to run this?", "a", "Yes, proceed (y)", "No (esc)"), "allow-once"},
		{"gemini", []string{"--approval-mode", "yolo"}, question(adapters.Permission, "Allow execution?", "a", "Allow once", "No"), "allow-once"},
		{"opencode", []string{"--auto"}, question(adapters.Permission, "Permission required", "a", "Allow once", "Allow always", "Reject"), "allow-once"},
		{"copilot", []string{"--allow-all-tools"}, question(adapters.Trust, "Do you trust the files in this folder?", "a", "Yes", "No"), "trust-folder"},
		{"cursor-agent", []string{"--force"}, nil, ""},
		{"kiro-cli", []string{"--trust-all-tools"}, nil, ""},
	} {
		t.Run(test.agent, func(t *testing.T) {
			agent, err := registry.Get(test.agent)
			if err != nil {
				t.Fatal(err)
			}
			policy := agent.AutoPolicy()
			if policy == nil {
				t.Fatal("it has none")
			}
			if diff := cmp.Diff(test.inject, policy.InjectArgs); diff != "" {
				t.Errorf("injected arguments (-want +got):\n%s", diff)
			}
			asking := launch(t, registry, test.agent, adapters.LaunchRequest{Mode: adapters.Interactive}).Argv
			acting := launch(t, registry, test.agent, adapters.LaunchRequest{Mode: adapters.Interactive, AutoApprove: true}).Argv
			at := slices.Index(acting, policy.InjectArgs[0])
			if at < 0 {
				t.Fatalf("%v has none of them", acting)
			}
			if diff := cmp.Diff(asking, slices.Delete(slices.Clone(acting), at, at+len(policy.InjectArgs))); diff != "" {
				t.Errorf("they are not all that a launch gets (-without +with):\n%s", diff)
			}
			if (test.asked != nil) != (len(policy.Handlers) > 0) {
				t.Fatalf("%d handlers", len(policy.Handlers))
			}
			if test.asked == nil {
				return
			}
			answer, ok := adapters.NewPolicy(policy.Handlers).Answer(test.asked)
			if !ok || answer.Handler != test.by || answer.Keys != "\r" {
				t.Errorf("answered %+v, %t; want Enter on the first option by %s", answer, ok, test.by)
			}
			if answer, ok := adapters.NewPolicy(policy.Handlers).Answer(question(adapters.Question, "Which colour?", "b", "Yes", "No")); ok {
				t.Errorf("a question of taste was answered: %+v", answer)
			}
		})
	}

	// Nothing is known of any other command, and it need not be.
	other, err := adapters.Command("my-agent --tui")
	if err != nil {
		t.Fatal(err)
	}
	if policy := other.AutoPolicy(); policy != nil {
		t.Errorf("a command of the user's has %+v", policy)
	}
}
