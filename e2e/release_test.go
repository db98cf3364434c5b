package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/orchestrator"
	"rooda/session"
)

// TestRealOtherRelease: into an agent of another release than the one that is known
// nothing is typed, neither an answer nor a text, although its prompt may leave no
// room on the screen for the line in which it says what it is.
func TestRealOtherRelease(t *testing.T) {
	for _, agent := range agents.All() {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			model := modelserver.Start(t, talk("<promise>SUCCESS</promise>"))
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)
			repo := newRepository(t)
			rooda := newCommand(t, repo.dir, setup)
			write := func(name, text string) string {
				path := filepath.Join(repo.dir, name)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			write("rooda-config.yml", fmt.Sprintf("adapters: {%s: {recorded: '0.1'}}\n", agent.Name))
			var args []string
			for _, arg := range setup.ExtraArgs(agent) {
				args = append(args, fmt.Sprintf("%q", arg))
			}
			flow := write("flow.yml", fmt.Sprintf(`stages: [{id: s, tasks: [{id: t, mode: interactive, adapter: %s, auto_approve: true, prompt: %q, pending_inputs: ["Task: third t"],
  max_iterations: 1, failure_threshold: 1, iteration_timeout: 4m, interaction_timeout: 1s, extra_args: [%s]}]}]
`, agent.Name, strings.Repeat("Mind each line.\n", 40)+"Task: second t", strings.Join(args, ", ")))
			r := rooda.run("workflow", "run", flow)
			if r.code != 1 || !strings.Contains(r.stderr, "and its screen is known from 0.1") {
				t.Errorf("rooda workflow run: %v", r)
			}
			id := rooda.onlySession()
			for event, err := range session.ReadEvents(filepath.Dir(rooda.tasks(id)), 0) {
				if err != nil {
					t.Fatal(err)
				}
				switch event.Type {
				case orchestrator.InteractionAnswered{}.Type(), orchestrator.InputSent{}.Type():
					t.Errorf("%s %s", event.Type, event.Data)
				}
			}
			if t.Failed() {
				showScreen(t, rooda.tasks(id, "t", "1"))
			}
		})
	}
}
