package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"rooda/adapters"
	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
)

// parrot answers with the prompt's last line and a promise, and knows the
// conversation so far.
func parrot(turn modelserver.Turn) []modelserver.Step {
	asked := 0
	for _, m := range turn.Messages {
		if m.Role == modelserver.User && strings.Contains(m.Text, "Task ") {
			asked++
		}
	}
	lines := strings.Split(strings.TrimSpace(turn.Prompt), "\n")
	return []modelserver.Step{modelserver.Text(fmt.Sprintf("Answer to %q, the prompt number %d.\n\n<promise>SUCCESS</promise>", lines[len(lines)-1], asked))}
}

// TestRealEvents has each agent report its turns to a file, and go on with the
// conversation that the reports name.
func TestRealEvents(t *testing.T) {
	for _, agent := range agents.All() {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			model := modelserver.Start(t, parrot)
			repo := newRepository(t)
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)
			rooda := newCommand(t, repo.dir, setup)
			trustFolder(t, setup, agent, repo.dir, rooda.path)

			req := adapters.LaunchRequest{Self: rooda.path, Prompt: "Task one", SessionID: uuid.NewString()}
			first := showAgent(t, agent, setup, repo.dir, req)
			hook := first.said(`"Task one", the prompt number 1.`)
			if !strings.Contains(hook.Message, "<promise>SUCCESS</promise>") || hook.SessionID == "" {
				t.Errorf("the event is %+v", hook)
			}
			if (agent.Name == "claude" || agent.Name == "gemini") && hook.SessionID != req.SessionID {
				t.Errorf("the conversation is called %s, want %s", hook.SessionID, req.SessionID)
			}
			first.submit("Task two\nwith a second line")
			if next := first.said(`"with a second line", the prompt number 2.`); next.SessionID != hook.SessionID {
				t.Errorf("the conversation was called %s, and is now %s", hook.SessionID, next.SessionID)
			}
			if caution := first.watcher.Caution(); caution != "" {
				t.Errorf("it is not typed into: %s", caution)
			}
			if exit := first.leave(); exit.Code != 0 {
				t.Errorf("it ended with code %d", exit.Code)
			}

			again := showAgent(t, agent, setup, repo.dir, adapters.LaunchRequest{Self: rooda.path, Prompt: "Task three", Resume: hook.SessionID})
			again.said(`"Task three", the prompt number 3.`)
			again.leave()
		})
	}
}

// TestRealPromptFile hands over a prompt that is too long for an argument.
func TestRealPromptFile(t *testing.T) {
	for _, agent := range agents.All() {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			repo := newRepository(t)
			file := filepath.Join(t.TempDir(), "prompt.md")
			model := modelserver.Start(t, func(turn modelserver.Turn) []modelserver.Step {
				switch {
				case !strings.Contains(turn.Prompt, file):
					return parrot(turn)
				case len(turn.Results) == 0:
					return []modelserver.Step{modelserver.Shell("tail -n 1 " + file)}
				}
				return []modelserver.Step{modelserver.Text("Read: " + turn.Results[0] + "\n\n<promise>SUCCESS</promise>")}
			})
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)
			rooda := newCommand(t, repo.dir, setup)
			trustFolder(t, setup, agent, repo.dir, rooda.path)

			prompt := strings.Repeat("A long line of a long prompt.\n", 5000) + "The very last line"
			if err := os.WriteFile(file, []byte(prompt), 0o600); err != nil {
				t.Fatal(err)
			}
			s := showAgent(t, agent, setup, repo.dir, adapters.LaunchRequest{Self: rooda.path, Prompt: prompt, PromptFile: file, AutoApprove: true})
			s.said("The very last line")
			s.leave()
		})
	}
}

// trustFolder says what a person would have said before, and, for the agent
// that takes hooks from its user's settings only, puts one there.
func trustFolder(t *testing.T, setup agents.Setup, agent agents.Agent, dir, rooda string) {
	t.Helper()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(setup.Home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	switch agent.Name {
	case "claude":
		put(".claude.json", fmt.Sprintf(`{"hasCompletedOnboarding":true,"bypassPermissionsModeAccepted":true,"projects":{%q:{"hasTrustDialogAccepted":true}}}`, dir))
	case "codex":
		put(".codex/config.toml", fmt.Sprintf("[projects.%q]\ntrust_level = \"trusted\"\n", dir))
	case "gemini":
		hook := fmt.Sprintf(`[{"matcher":"*","hooks":[{"type":"command","command":"%s hook"}]}]`, rooda)
		put(".gemini/settings.json", fmt.Sprintf(`{"security":{"auth":{"selectedType":"gemini-api-key"}},"general":{"enableAutoUpdate":false},
			"privacy":{"usageStatisticsEnabled":false},"hooksConfig":{"enabled":true},
			"hooks":{"SessionStart":%s,"BeforeAgent":%s,"Notification":%s,"AfterAgent":%s}}`, hook, hook, hook, hook))
	}
}
