package agents

// OpenCode is opencode. It speaks OpenAI Chat Completions to a provider of one's own.
func OpenCode() Agent {
	return Agent{
		Name: "opencode", Package: "opencode-ai", Version: "1.18.33",
		headless: []string{"run", "--auto"},
		env: func(model string) []string {
			return []string{
				"OPENCODE_CONFIG_CONTENT=" + openCodeConfig(model),
				"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1",
			}
		},
	}
}

func openCodeConfig(model string) string {
	const name = "local/" + modelName
	return encode(object{
		"model": name, "small_model": name, "share": "disabled", "autoupdate": false,
		"provider": object{"local": object{
			"npm":     "@ai-sdk/openai-compatible",
			"options": object{"baseURL": model + "/v1", "apiKey": dummyKey},
			"models":  object{modelName: object{}},
		}},
	})
}
