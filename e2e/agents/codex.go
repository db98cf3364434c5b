package agents

import "fmt"

// Codex is OpenAI's Codex. It speaks OpenAI Responses, and has no variable for
// an address: the model comes by arguments.
func Codex() Agent {
	return Agent{
		Name: "codex", Package: "@openai/codex", Version: "0.169.0",
		headless: []string{"exec", "--dangerously-bypass-approvals-and-sandbox"},
		last:     []string{"-"},
		env:      func(string) []string { return []string{"MODEL_KEY=" + dummyKey} },
		extra:    codexArgs,
	}
}

func codexArgs(model string) []string {
	provider := fmt.Sprintf(`{name="local",base_url=%q,env_key="MODEL_KEY",wire_api="responses"}`, model+"/v1")
	return []string{
		// Without a network its statistics hold the end up for five seconds.
		"-c", "analytics.enabled=false",
		"-c", "model=" + modelName,
		"-c", "model_provider=local",
		"-c", "model_providers.local=" + provider,
	}
}
