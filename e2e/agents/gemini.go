package agents

// Gemini is the Gemini CLI. It speaks generateContent.
func Gemini() Agent {
	return Agent{
		Name: "gemini", Package: "@google/gemini-cli", Version: "0.61.0",
		headless: []string{"--skip-trust", "--approval-mode", "yolo"},
		env: func(model string) []string {
			return []string{"GEMINI_API_KEY=" + dummyKey, "GOOGLE_GEMINI_BASE_URL=" + model}
		},
		files: func() map[string]string {
			return map[string]string{".gemini/settings.json": encode(object{
				"security": object{"auth": object{"selectedType": "gemini-api-key"}},
				"general":  object{"enableAutoUpdate": false},
				"privacy":  object{"usageStatisticsEnabled": false},
			})}
		},
	}
}
