package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/internal/attach/windowtest"
	"rooda/orchestrator"
	"rooda/pty/vt"
	"rooda/session"
)

// TestRealAttach has an agent wait for a permission in the background. A
// person looks from two small windows, finds it from another terminal, sees what it
// asks, answers by a key and leaves; the workflow goes on without him.
func TestRealAttach(t *testing.T) {
	for _, test := range []struct {
		agent    agents.Agent
		asks     string // what its dialog says
		yes      string // the key
		question string // what is asked about, as the person sees it
		few      int    // rows of a window in which a part of that has no room
	}{
		{agents.Claude(), `Do you want to proceed`, "1", "touch made-ask", 12},
		{agents.Codex(), `Would you like to run`, "y", "touch made-ask", 9},
	} {
		t.Run(test.agent.Name, func(t *testing.T) {
			agents.Require(t, test.agent)
			model := modelserver.Start(t, permit)
			setup := agents.Prepare(t, model.URL, test.agent)
			leaveNothing(t, setup.Home)
			repo := newRepository(t)
			rooda := newCommand(t, repo.dir, setup)
			trustFolder(t, setup, test.agent, repo.dir, rooda.path)

			id := rooda.background(asking(setup, test.agent))
			if got := rooda.run("wait", id+"/ask", "--for", "waiting", "--timeout", "60s"); got.code != 0 || !strings.Contains(got.stderr, "permission") {
				t.Fatalf("rooda wait: %v", got)
			}
			if repo.has("made-ask") {
				t.Fatal("the command ran before anybody allowed it")
			}

			rooda.glance(40, 10) // where not even its answers have
			rooda.glance(60, test.few)
			window := windowtest.New(t, 120, 40)
			visit := exec.Command(rooda.path, "attach")
			visit.Dir, visit.Env = repo.dir, append(slices.Clone(rooda.env), "TERM=xterm-256color")
			person := window.Start(visit)
			window.Await(test.asks)
			window.Await(test.question)
			time.Sleep(500 * time.Millisecond) // agents drop keys that come too soon
			window.Keys(test.yes)
			window.Until("show no question", func(s *vt.Snapshot, _ []byte) bool {
				return !strings.Contains(s.Text(), test.asks)
			})
			window.Keys("\x1c")
			if code := person.End(); code != 0 {
				t.Errorf("rooda attach ended with %d; the screen:\n%s", code, window.Text())
			}
			if left := window.Leftover(); left != "" {
				t.Errorf("left on in the terminal: %s", left)
			}

			rooda.finished(id)
			if !repo.has("made-ask") || !repo.has("made-after") {
				t.Errorf("the command ran: %v, the next stage ran: %v; want both", repo.has("made-ask"), repo.has("made-after"))
			}
			rooda.answered(id)
			if t.Failed() {
				showScreen(t, rooda.tasks(id, "ask", "1"))
				logRequests(t, model)
			}
		})
	}
}

// glance has a person look at the question in a window that is too small for
// it, and leave. Each time its size changes, the agent paints it anew.
func (c command) glance(cols, rows int) {
	c.t.Helper()
	window := windowtest.New(c.t, cols, rows)
	visit := exec.Command(c.path, "attach")
	visit.Dir, visit.Env = c.dir, append(slices.Clone(c.env), "TERM=xterm-256color")
	person := window.Start(visit)
	window.Until("show a part of the question", func(s *vt.Snapshot, _ []byte) bool {
		return hidden.MatchString(s.Text())
	})
	time.Sleep(500 * time.Millisecond) // until a question that is gone is told
	window.Keys("\x1c")
	if code := person.End(); code != 0 {
		c.t.Errorf("rooda attach ended with %d; the screen:\n%s", code, window.Text())
	}
	time.Sleep(500 * time.Millisecond)
}

// hidden is what agents say of lines for which there is no room.
var hidden = regexp.MustCompile(`(?m)^\W*\d+ (more )?lines`)

// permit is the model: a command that needs a permission, then the promise.
func permit(t modelserver.Turn) []modelserver.Step {
	if len(t.Results) == 0 {
		return []modelserver.Step{
			modelserver.Text("I will make a file."), modelserver.Pause(500 * time.Millisecond),
			modelserver.Escalate("touch made-ask"),
		}
	}
	return []modelserver.Step{modelserver.Pause(time.Second), modelserver.Text("All is done.\n\n<promise>SUCCESS</promise>\n")}
}

// asking is a workflow whose first task waits for a person, and whose second
// only runs after that.
func asking(setup agents.Setup, agent agents.Agent) string {
	var args []string
	for _, arg := range append(setup.ExtraArgs(agent), cautious(agent)...) {
		args = append(args, fmt.Sprintf("%q", arg))
	}
	return fmt.Sprintf(`name: ask-then-go-on
stages:
  - id: ask
    tasks:
      - {id: ask, mode: interactive, adapter: %s, prompt: "Task: ask", max_iterations: 1, iteration_timeout: 2m, extra_args: [%s]}
  - id: after
    tasks:
      - {id: after, ai_cmd: touch made-after, prompt: None., max_iterations: 1}
`, agent.Name, strings.Join(args, ", "))
}

// background starts a workflow that goes on by itself, and returns its session.
func (c command) background(workflow string) string {
	c.t.Helper()
	file := filepath.Join(c.t.TempDir(), "workflow.yml")
	if err := os.WriteFile(file, []byte(workflow), 0o600); err != nil {
		c.t.Fatal(err)
	}
	id := strings.TrimSpace(c.ok("workflow", "run", file, "--detach"))
	c.t.Cleanup(func() { // in case it goes on; the test's context has ended
		stop := exec.Command(c.path, "session", "stop", id, "--kill")
		stop.Env = c.env
		_ = stop.Run()
	})
	return id
}

// tasks is the folder of a session's tasks, and what is below.
func (c command) tasks(id string, below ...string) string {
	c.t.Helper()
	var shown struct{ Folder string }
	c.decode(&shown, "session", "show", id, "--json")
	return filepath.Join(append([]string{shown.Folder, "tasks"}, below...)...)
}

// finished waits until the session has come to its end, which must be a good one.
func (c command) finished(id string) {
	c.t.Helper()
	for deadline := time.Now().Add(agentLimit); ; time.Sleep(50 * time.Millisecond) {
		var shown struct {
			State string
			Tasks map[string]struct{ Status string }
		}
		c.decode(&shown, "session", "show", id, "--json")
		switch {
		case shown.State == "running" || shown.State == "waiting":
		case shown.State == "success" && shown.Tasks["ask"].Status == "DONE" && shown.Tasks["after"].Status == "DONE":
			return
		default:
			c.t.Errorf("the session is %+v, want success", shown)
			return
		}
		if time.Now().After(deadline) {
			c.t.Errorf("the session is %+v after %s", shown, agentLimit)
			return
		}
	}
}

// answered holds the journal against what happened: one permission was asked
// for, and it was a person who came three times, typed one key, answered by that, and left.
func (c command) answered(id string) {
	c.t.Helper()
	var asked, did []string
	for event, err := range session.ReadEvents(filepath.Dir(c.tasks(id)), 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		var data struct {
			By, Kind, Via string
			Bytes         int
		}
		if err := json.Unmarshal(event.Data, &data); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case event.Type == orchestrator.InteractionNeeded{}.Type():
			asked = append(asked, data.Kind)
		case event.Type == orchestrator.InteractionAnswered{}.Type():
			asked = append(asked, "answered by policy")
		case data.By == "human" && event.Type == orchestrator.InputTyped{}.Type():
			did = append(did, fmt.Sprintf("%s %d by %s", event.Type, data.Bytes, data.Via))
		case data.By == "human":
			did = append(did, event.Type)
		case event.Type == orchestrator.InteractionResolved{}.Type():
			did = append(did, event.Type+" by "+data.By)
		}
	}
	if diff := cmp.Diff([]string{"permission"}, asked); diff != "" {
		c.t.Errorf("the journal tells of questions (-want +got):\n%s", diff)
	}
	slices.Sort(did) // what was typed is told when more could come no more
	if diff := cmp.Diff([]string{"attached", "attached", "attached", "detached", "detached", "detached", "input_typed 1 by attach", "interaction_resolved"}, did); diff != "" {
		c.t.Errorf("the journal tells of people (-want +got):\n%s", diff)
	}
}
