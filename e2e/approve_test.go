package e2e_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/orchestrator"
	"rooda/session"
)

// TestRealApprove has a person allow what an agent asks through the session's
// control socket, from another process, with nobody at the agent's terminal.
func TestRealApprove(t *testing.T) {
	for _, agent := range []agents.Agent{agents.Claude(), agents.Codex()} {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			model := modelserver.Start(t, permit)
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)
			repo := newRepository(t)
			rooda := newCommand(t, repo.dir, setup)
			trustFolder(t, setup, agent, repo.dir, rooda.path)

			id := rooda.background(asking(setup, agent))
			if got := rooda.run("wait", id+"/ask", "--for", "waiting", "--timeout", "60s"); got.code != 0 || !strings.Contains(got.stderr, "permission") {
				t.Fatalf("rooda wait: %v", got)
			}
			if repo.has("made-ask") {
				t.Fatal("the command ran before anybody allowed it")
			}
			rooda.ok("approve", id+"/ask")
			if got := rooda.run("session", "show", id); got.code != 0 || strings.Contains(got.stdout, "answer:") {
				t.Errorf("somebody is called to what has been answered: %v", got)
			}
			if got := rooda.run("wait", id+"/ask", "--for", "idle", "--timeout", "60s"); got.code != 0 || !repo.has("made-ask") {
				t.Errorf("rooda wait did not wait for the end of the turn: %v; the command ran: %v", got, repo.has("made-ask"))
			}
			rooda.finished(id)
			if !repo.has("made-ask") || !repo.has("made-after") {
				t.Errorf("the command ran: %v, the next stage ran: %v; want both", repo.has("made-ask"), repo.has("made-after"))
			}
			rooda.approved(id)
			if t.Failed() {
				showScreen(t, rooda.tasks(id, "ask", "1"))
				logRequests(t, model)
			}
		})
	}
}

// approved holds the journal against what happened: one permission was asked
// for, and a person's approval resolved it.
func (c command) approved(id string) {
	c.t.Helper()
	asked, resolved := 0, 0
	for event, err := range session.ReadEvents(filepath.Dir(c.tasks(id)), 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		var data struct{ By, Kind string }
		if err := json.Unmarshal(event.Data, &data); err != nil {
			c.t.Fatal(err)
		}
		switch event.Type {
		case orchestrator.InteractionNeeded{}.Type():
			asked++
		case orchestrator.InteractionResolved{}.Type():
			resolved++
			if data.By != "human" {
				c.t.Errorf("the question was resolved by %q", data.By)
			}
		}
	}
	if asked != 1 || resolved != 1 {
		c.t.Errorf("the journal has %d questions and %d answers, want one of each", asked, resolved)
	}
}
