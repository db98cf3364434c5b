package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
)

// TestRealWorkflow is the main job of rooda with real agents: one plans, then
// three build side by side in one repository, unattended.
func TestRealWorkflow(t *testing.T) {
	agents.Require(t, agents.All()...)
	model := modelserver.Start(t, modelserver.Work(modelserver.Plan(planMark), modelserver.Build(buildMark)))
	setup := agents.Prepare(t, model.URL, agents.All()...)
	leaveNothing(t, setup.Home)
	repo := newRepository(t)
	rooda := newCommand(t, repo.dir, setup)
	defer func() {
		if t.Failed() {
			logRequests(t, model)
		}
	}()

	tasks := []task{
		{"plan", agents.Claude(), "draft-plan-impl-feat"},
		{"code", agents.Codex(), "build"},
		{"docs", agents.Gemini(), "build"},
		{"checks", agents.OpenCode(), "build"},
	}
	file := filepath.Join(t.TempDir(), "plan-then-build.yml")
	if err := os.WriteFile(file, []byte(workflowFile(setup, tasks)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := rooda.run("workflow", "run", file)
	t.Logf("the workflow took %s", got.took.Round(10*time.Millisecond))
	if got.code != 0 {
		t.Fatalf("rooda workflow run: %v", got)
	}

	checkWork(t, repo, tasks)
	checkSpoken(t, model, tasks)
	session := rooda.onlySession()
	checkRecord(t, rooda, session, tasks)
	for _, task := range tasks {
		log := rooda.ok("logs", session+"/"+task.id)
		for _, want := range []string{"job-finished", "<promise>SUCCESS</promise>"} {
			if !strings.Contains(log, want) {
				t.Errorf("rooda logs %s/%s has no %q:\n%s", session, task.id, want, log)
			}
		}
	}
}

// task is one task of the workflow under test.
type task struct {
	id        string
	agent     agents.Agent
	procedure string
}

// workflowFile puts the first task in a stage of its own, the others in one stage together.
func workflowFile(setup agents.Setup, tasks []task) string {
	var b strings.Builder
	b.WriteString("name: plan-then-build\ngoal: Plan the next slice, then build it\n")
	b.WriteString("defaults: {auto_approve: true, max_iterations: 3, iteration_timeout: 2m}\nstages:\n")
	for i, task := range tasks {
		switch i {
		case 0:
			b.WriteString("  - id: plan\n    tasks:\n")
		case 1:
			b.WriteString("  - id: build\n    tasks:\n")
		}
		fmt.Fprintf(&b, "      - id: %s\n        adapter: %s\n        procedure: %s\n", task.id, task.agent.Name, task.procedure)
		if args := setup.ExtraArgs(task.agent); args != nil {
			list, _ := json.Marshal(args) // strings always encode
			fmt.Fprintf(&b, "        extra_args: %s\n", list)
		}
	}
	return b.String()
}

func checkWork(t *testing.T, repo repository, tasks []task) {
	t.Helper()
	if !repo.has("PLAN.md") {
		t.Error("there is no PLAN.md")
	}
	want := []string{"Start"}
	for _, task := range tasks[1:] {
		want = append(want, fmt.Sprintf("Build result-%s.txt", task.id))
	}
	got := repo.subjects()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("commits %q, want %q in any order", got, want)
	}
}

// checkSpoken makes sure that every agent came to the model, so that none of
// the work was another's.
func checkSpoken(t *testing.T, model *modelserver.Server, tasks []task) {
	t.Helper()
	for _, task := range tasks {
		wire := wires()[task.agent.Name]
		if !slices.ContainsFunc(model.Requests(), func(r modelserver.Request) bool {
			return r.Wire == wire && len(r.Turn.Results) > 0
		}) {
			t.Errorf("%s did not report a tool's result to the model", task.agent.Name)
		}
	}
}

func checkRecord(t *testing.T, rooda command, session string, tasks []task) {
	t.Helper()
	var record struct {
		Tasks map[string]struct{ Status, Outcome string }
	}
	rooda.decode(&record, "session", "show", session, "--json")
	if len(record.Tasks) != len(tasks) {
		t.Errorf("the record has %d tasks, want %d", len(record.Tasks), len(tasks))
	}
	for id, task := range record.Tasks {
		if task.Status != "DONE" || task.Outcome != "success" {
			t.Errorf("task %s is %s with outcome %s, want DONE with success", id, task.Status, task.Outcome)
		}
	}
}
