package e2e_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
)

// The lines by which the scripted model knows what it is asked for.
const (
	planMark  = "Procedure: draft-plan-impl-feat"
	buildMark = "Procedure: build"
)

// agentLimit is the deadline of one run; the slowest agent needs a fraction of it
// on a machine that is busy with nothing else.
const agentLimit = 5 * time.Minute

// wires says which interface each agent is expected to speak.
func wires() map[string]string {
	return map[string]string{"claude": "anthropic", "codex": "responses", "gemini": "gemini", "opencode": "chat"}
}

// TestRealAgentsAnswer runs each agent by itself, without rooda: what fails
// here is the agent's installation, its settings or the scripted model.
func TestRealAgentsAnswer(t *testing.T) {
	for _, agent := range agents.All() {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			model := modelserver.Start(t, modelserver.Work(modelserver.Plan(planMark), modelserver.Build(buildMark)))
			repo := newRepository(t)
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)

			prompt := "Do the work.\n" + buildMark + "\nThen say so.\n"
			argv := append([]string{agent.Path(t)}, agent.Headless(setup)...)
			got := run(t, agentLimit, prompt, repo.dir, setup.Env, argv...)
			t.Logf("%s took %s", agent.Name, got.took.Round(10*time.Millisecond))

			if got.code != 0 {
				t.Errorf("exit code %d, want 0", got.code)
			}
			if !strings.Contains(got.stdout, "<promise>SUCCESS</promise>") {
				t.Error("no promise on standard output")
			}
			if !repo.has("result-none.txt") {
				t.Error("the shell tool wrote no file")
			}
			if want := []string{"Build result-none.txt", "Start"}; !slices.Equal(repo.subjects(), want) {
				t.Errorf("commits %q, want %q", repo.subjects(), want)
			}
			for _, r := range model.Requests() {
				if r.Wire != "" && r.Wire != wires()[agent.Name] {
					t.Errorf("%s spoke %s, want %s", agent.Name, r.Wire, wires()[agent.Name])
				}
			}
			if t.Failed() {
				t.Log(got)
				logRequests(t, model)
			}
		})
	}
}

func logRequests(t *testing.T, model *modelserver.Server) {
	t.Helper()
	for _, r := range model.Requests() {
		t.Logf("%s %s: side request %v, %d tools, %d results, prompt %.200q",
			r.Method, r.Path, r.Side, len(r.Turn.Tools), len(r.Turn.Results), r.Turn.Prompt)
	}
}
