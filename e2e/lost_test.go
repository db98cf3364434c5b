package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/pty/shim"
	"rooda/session"
)

// TestRealConversationAfterLoss kills what keeps an agent's terminal in the
// middle of its work. With on_lost: resume the next one goes on with the same
// conversation: the model hears what was said and done before.
func TestRealConversationAfterLoss(t *testing.T) {
	claude := agents.Claude()
	agents.Require(t, claude)
	const mark, done = "Task: count the eggs", "seventeen-eggs"
	stuck := make(chan struct{}, 8)
	model := modelserver.Start(t, func(turn modelserver.Turn) []modelserver.Step {
		asked := 0
		for _, m := range turn.Messages {
			if m.Role == modelserver.User && strings.Contains(m.Text, mark) {
				asked++
			}
		}
		switch {
		case asked > 1:
			return []modelserver.Step{modelserver.Text("I remember.\n\n<promise>SUCCESS</promise>\n")}
		case len(turn.Results) > 0:
			stuck <- struct{}{}
			return []modelserver.Step{modelserver.Pause(time.Minute)}
		}
		return []modelserver.Step{modelserver.Text("I count."), modelserver.Shell("echo " + done)}
	})
	setup := agents.Prepare(t, model.URL, claude)
	leaveNothing(t, setup.Home)
	repo := newRepository(t)
	rooda := newCommand(t, repo.dir, setup)
	file := filepath.Join(t.TempDir(), "eggs.yml")
	flow := "defaults: {auto_approve: true, max_iterations: 1, iteration_timeout: 2m}\n" +
		"stages: [{id: s, tasks: [{id: t, adapter: claude, on_lost: resume, prompt: '" + mark + "'}]}]\n"
	if err := os.WriteFile(file, []byte(flow), 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan result, 1)
	go func() { ended <- rooda.run("workflow", "run", file) }()
	select {
	case <-stuck:
	case got := <-ended:
		t.Fatalf("it ended before it was to be killed: %v", got)
	}
	awaitTranscript(t, setup.Home)
	state := strings.TrimPrefix(rooda.env[len(rooda.env)-1], "ROODA_STATE_HOME=")
	dir := filepath.Join(state, "sessions", rooda.onlySession())
	first, second := session.IterationDir(dir, "t", 0, 1), session.IterationDir(dir, "t", 0, 2)
	if err := syscall.Kill(keeper(t, first), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := <-ended; got.code != 0 {
		logRequests(t, model)
		t.Fatalf("rooda workflow run: %v", got)
	}

	began, went := launched(t, first), launched(t, second)
	named := slices.Index(began, "--session-id")
	if named < 0 || !strings.Contains(strings.Join(went, " ")+" ", "--resume "+began[named+1]+" ") {
		t.Errorf("the first was launched as %q, the second as %q; want --resume with the same name", began, went)
	}
	last := slices.IndexFunc(model.Requests(), func(r modelserver.Request) bool {
		heard := func(role modelserver.Role, text string) bool {
			return slices.ContainsFunc(r.Turn.Messages, func(m modelserver.Message) bool { return m.Role == role && strings.Contains(m.Text, text) })
		}
		return !r.Side && len(r.Turn.Results) == 0 && heard(modelserver.Assistant, "I count.") && heard(modelserver.Result, done)
	})
	if last < 0 {
		logRequests(t, model)
		t.Error("the model did not hear what was said and done before the loss")
	}
}

// awaitTranscript waits until claude has written down the result of a tool, which
// it does a moment after it has told the model.
func awaitTranscript(t *testing.T, home string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(home, ".claude", "projects", "*", "*.jsonl"))
		for _, file := range files {
			if data, err := os.ReadFile(file); err == nil && strings.Contains(string(data), `"tool_result"`) {
				return
			}
		}
	}
	t.Fatal("claude writes no transcript")
}

// keeper is the process that keeps the terminal of an iteration's folder.
func keeper(t *testing.T, dir string) int {
	t.Helper()
	var record struct{ Process struct{ Pid int } }
	decodeFile(t, filepath.Join(dir, shim.ShimFile), &record)
	return record.Process.Pid
}

// launched is the command line of an iteration's agent.
func launched(t *testing.T, dir string) []string {
	t.Helper()
	var plan struct{ Argv []string }
	decodeFile(t, filepath.Join(dir, shim.SpecFile), &plan)
	return plan.Argv
}

func decodeFile(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
