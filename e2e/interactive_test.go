package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/prompts"
	"rooda/pty/vt"
	"rooda/session"
	"rooda/workflows"
)

// TestRealInteractive drives each time two agents at their terminals side by side: one
// is allowed to act by policy, for the other a person answers, through the
// run's own API. Each gets a prompt and two more inputs, in order.
func TestRealInteractive(t *testing.T) {
	for _, test := range []struct{ policy, person agents.Agent }{
		{agents.Claude(), agents.Codex()},
		{agents.Codex(), agents.Claude()},
		{agents.Gemini(), agents.OpenCode()},
		{agents.Copilot(), agents.Copilot()},
	} {
		t.Run("policy for "+test.policy.Name, func(t *testing.T) {
			driveBoth(t, test.policy, test.person)
		})
	}
}

// cautious are the arguments with which an agent asks before each command.
func cautious(a agents.Agent) []string {
	switch a.Name {
	case "claude":
		return []string{"--permission-mode", "manual"}
	case "codex":
		return []string{"-a", "on-request"}
	case "gemini":
		return []string{"--approval-mode", "default"}
	case "copilot":
		return []string{"--deny-tool=shell(rm)"}
	}
	return nil
}

// cautiousEnv is the same for agents that have no such arguments.
func cautiousEnv(a agents.Agent) map[string]string {
	if a.Name != "opencode" {
		return nil
	}
	return map[string]string{"OPENCODE_PERMISSION": `{"bash":"ask"}`}
}

func driveBoth(t *testing.T, policy, person agents.Agent) {
	agents.Require(t, policy, person)
	model := modelserver.Start(t, talk(closing(policy)))
	setup := agents.Prepare(t, model.URL, policy, person)
	leaveNothing(t, setup.Home)
	repo := newRepository(t)

	task := func(id string, a agents.Agent, approve bool) workflows.Task {
		return workflows.Task{
			ID: id, Mode: workflows.Interactive, Adapter: a.Name, AutoApprove: approve,
			Prompt:        "Work as told.\nTask: first " + id,
			PendingInputs: []string{strings.Repeat("Go on with it, please, and mind each line.\n", 45) + "Task: second " + id, "Go on, please.\nTask: third " + id},
			ExtraArgs:     append(setup.ExtraArgs(a), cautious(a)...),
			MaxIterations: 1, FailureThreshold: 1, MaxOutputBuffer: 1 << 20, IterationTimeout: workflows.Duration(agentLimit),
			OnMaxIterations: workflows.Fail, Env: cautiousEnv(a),
		}
	}
	wf := &workflows.Workflow{Name: "both", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{
		task("policy", policy, true), task("person", person, false),
	}}}}
	sessions := session.NewManager(t.TempDir())
	orch := orchestrator.New(orchestrator.Options{
		Sessions: sessions, Adapters: adapters.NewRegistry(), Procedure: prompts.Lookup,
		Environ: setup.Env, Self: newCommand(t, repo.dir, setup).path,
	})
	run, err := orch.Start(orchestrator.StartRequest{Workflow: wf, Workdir: repo.dir})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	events := run.SubscribeStatus()
	seen := make(chan map[string][]string)
	go func() { seen <- attend(t, run, events) }()
	ctx, cancel := context.WithTimeout(t.Context(), agentLimit)
	defer cancel()
	began := time.Now()
	outcome, err := run.Execute(ctx, ctx)
	told := <-seen
	t.Logf("%s and %s took %s", policy.Name, person.Name, time.Since(began).Round(10*time.Millisecond))
	if err != nil || outcome != plan.Success {
		t.Errorf("the session ended as %s (%v), want success", outcome, err)
	}
	asked := func(kind string) []string {
		return []string{"asks " + kind, "WAITING_FOR_USER", "resolved by test", "RUNNING"}
	}
	attended := asked("permission")
	if person.Name != "opencode" { // which trusts every folder
		attended = append(asked("trust"), attended...)
	}
	for id, want := range map[string][]string{
		"policy": {"RUNNING", "sent 1", "sent 2", "DONE"},
		"person": append(append([]string{"RUNNING"}, attended...), "sent 1", "sent 2", "DONE"),
	} {
		got := slices.DeleteFunc(slices.Clone(told[id]), func(s string) bool { return s == "answered" })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("task %s (-want +got):\n%s", id, diff)
		}
		if !repo.has("made-" + id) {
			t.Errorf("task %s: the command did not run", id)
		}
		var asked []string
		for _, r := range model.Requests() {
			if word := lastTask(r.Turn.Messages); !r.Side && strings.HasSuffix(word, " "+id) && (len(asked) == 0 || asked[len(asked)-1] != word) {
				asked = append(asked, word)
			}
		}
		if diff := cmp.Diff([]string{"first " + id, "second " + id, "third " + id}, asked); diff != "" {
			t.Errorf("task %s: the model was asked (-want +got):\n%s", id, diff)
		}
	}
	record, err := sessions.Load(run.Record().ID)
	if err != nil {
		t.Fatal(err)
	}
	for id, task := range record.Tasks {
		if last := task.LastIteration; last == nil || last.Promise != "SUCCESS" || last.EndedBy != "idle" || task.InputsSent != 2 || task.Conversation == "" {
			t.Errorf("the record of task %s: %+v, last iteration %+v", id, task, last)
		}
	}
	if !slices.Contains(told["policy"], "answered") {
		t.Error("policy answered nothing")
	}
	if t.Failed() {
		for id := range told {
			showScreen(t, filepath.Join(run.Dir(), "tasks", id, "1"))
		}
	}
}

var taskLine = regexp.MustCompile(`(?m)^\s*Task: (\w+ \w+)\s*$`)

// lastTask is the newest thing that the model was told to do.
func lastTask(messages []modelserver.Message) string {
	for _, m := range slices.Backward(messages) {
		if all := taskLine.FindAllStringSubmatch(m.Text, -1); m.Role == modelserver.User && all != nil {
			return all[len(all)-1][1]
		}
	}
	return ""
}

// closing is the promise as the agent shows it: one takes the bare tag for HTML.
func closing(a agents.Agent) string {
	if a.Name == "copilot" {
		return "`<promise>SUCCESS</promise>`"
	}
	return "<promise>SUCCESS</promise>"
}

// talk is the model: the first task is a command, the others are answered, the last with the promise.
func talk(promise string) func(modelserver.Turn) []modelserver.Step {
	return func(t modelserver.Turn) []modelserver.Step {
		word, id, _ := strings.Cut(lastTask(t.Messages), " ")
		turn, _ := t.Since("Task: " + word)
		switch {
		case word == "first" && len(turn.Results) == 0:
			return []modelserver.Step{
				modelserver.Text("I will make a file."), modelserver.Pause(500 * time.Millisecond),
				modelserver.Escalate("touch made-" + id),
			}
		case word == "third":
			return []modelserver.Step{modelserver.Pause(time.Second), modelserver.Text("All is done.\n\n" + promise + "\n")}
		}
		return []modelserver.Step{modelserver.Pause(time.Second), modelserver.Text("That is done (" + word + ").")}
	}
}

// attend is the person: it approves what is asked, trusts the folder, and
// notes what the run tells of each task.
func attend(t *testing.T, run *orchestrator.Run, events *orchestrator.Subscription) map[string][]string {
	told := map[string][]string{}
	for {
		e, err := events.Next(context.Background())
		if err != nil {
			return told
		}
		note := func(text string) { told[e.Task] = append(told[e.Task], text) }
		switch b := e.Body.(type) {
		case orchestrator.TaskStatusChanged:
			note(string(b.To))
		case orchestrator.InteractionNeeded:
			note("asks " + b.Kind)
			t.Logf("%s %s asks %+v", e.Time.Format("05.000"), e.Task, b)
			if b.Kind == string(adapters.Trust) {
				time.Sleep(500 * time.Millisecond) // agents drop keys that come too soon
				if err := run.Input(t.Context(), e.Task, "test", []byte(trust(b.Options))); err != nil {
					t.Error(err)
				}
				continue
			}
			if err := run.Approve(t.Context(), e.Task, "test"); err != nil {
				t.Errorf("approve %v: %v", b, err)
			}
		case orchestrator.InteractionResolved:
			note("resolved by " + b.By)
			t.Logf("%s %s resolved", e.Time.Format("05.000"), e.Task)
		case orchestrator.InteractionAnswered:
			note("answered")
		case orchestrator.InputSent:
			note(fmt.Sprint("sent ", b.Number))
		case orchestrator.InputFailed:
			note(fmt.Sprintf("failed %d: %s", b.Number, b.Problem))
		case orchestrator.Warning:
			note("warning: " + b.Message)
		}
	}
}

// trust returns the keys for the option that trusts the folder.
func trust(options []string) string {
	yes := regexp.MustCompile(`(?i)^(?:\d+ )?(?:yes|trust)\b`)
	for i, option := range options {
		if yes.MatchString(option) { // the first stands chosen
			return strings.Repeat("\x1b[B", i) + "\r"
		}
	}
	return ""
}

// showScreen logs what stood on an agent's terminal at its end, and why it
// was taken for what.
func showScreen(t *testing.T, dir string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, session.OutputLog))
	if err != nil {
		t.Log(err)
		return
	}
	screen := vt.New(vt.Options{})
	_, _ = screen.Write(raw)
	t.Logf("%s:\n%s", dir, screen.Snapshot().Text())
	explained, _ := os.ReadFile(filepath.Join(dir, session.ExplainFile))
	t.Logf("%s", explained[max(0, len(explained)-60000):])
}
