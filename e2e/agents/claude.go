package agents

import "os"

// Claude is Claude Code. It speaks Anthropic Messages.
func Claude() Agent {
	return Agent{
		Name: "claude", Package: "@anthropic-ai/claude-code", Version: "2.1.329",
		headless: []string{"-p", "--dangerously-skip-permissions"},
		env:      claudeEnv,
		files: func() map[string]string {
			// A first run would otherwise ask its maker's servers how to greet.
			return map[string]string{".claude.json": encode(object{"hasCompletedOnboarding": true})}
		},
	}
}

func claudeEnv(model string) []string {
	env := []string{
		"ANTHROPIC_BASE_URL=" + model, "ANTHROPIC_AUTH_TOKEN=" + dummyKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "CLAUDE_CODE_MAX_RETRIES=2",
	}
	if os.Geteuid() == 0 {
		// Without it claude refuses to skip permissions for root.
		env = append(env, "IS_SANDBOX=1")
	}
	return env
}
