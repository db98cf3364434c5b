package agents

// Copilot is the Copilot CLI. It speaks OpenAI Chat Completions to a provider of one's own.
func Copilot() Agent {
	return Agent{
		Name: "copilot", Package: "@github/copilot", Version: "1.0.102",
		headless: []string{"--allow-all-tools"},
		env: func(model string) []string {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_MODEL=" + modelName,
				"COPILOT_PROVIDER_BASE_URL=" + model + "/v1", "COPILOT_PROVIDER_API_KEY=" + dummyKey,
			}
		},
	}
}
