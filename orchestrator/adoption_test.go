package orchestrator

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// departed has no agent any more.
type departed struct{ local }

func (departed) Probe(string) (shim.State, error) { return shim.Lost, nil }

// A word on lost agents is for the tasks that ask, and for no other.
func TestWordIsForThoseWhoAsk(t *testing.T) {
	var stage workflows.Stage
	stage.ID = "s"
	for _, policy := range []workflows.OnLost{workflows.LostFail, workflows.LostRetry, workflows.LostResume, workflows.LostAsk} {
		stage.Tasks = append(stage.Tasks, workflows.Task{ID: string(policy), OnLost: policy})
	}
	wf := &workflows.Workflow{Stages: []workflows.Stage{stage}}
	var record session.Record
	record.Workflow.Definition = wf
	state := plan.New(wf)
	for i := range state.Tasks {
		state.Tasks[i].Status, state.Tasks[i].Attempt = plan.Running, 1
	}
	for _, word := range []workflows.OnLost{workflows.LostRetry, workflows.LostFail, workflows.LostAsk} {
		found, err := find(departed{}, record, t.TempDir(), state, succession{lost: word})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]workflows.OnLost{}
		for _, lost := range found.Lost {
			got[lost.Key.Task] = lost.Policy
		}
		want := map[string]workflows.OnLost{"fail": "fail", "retry": "retry", "resume": "resume", "ask": word}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("--lost %s (-want +got):\n%s", word, diff)
		}
	}
}

// A stop that leaves one agent to its caller finds nothing of that.
func TestSparedIsNotFound(t *testing.T) {
	wf := flow(inStage("s", quick("own"), quick("other")))
	var record session.Record
	record.Workflow.Definition = wf
	state := plan.New(wf)
	for i := range state.Tasks {
		state.Tasks[i].Status, state.Tasks[i].Attempt = plan.Running, 1
	}
	found, err := find(departed{}, record, t.TempDir(), state, succession{lost: workflows.LostAsk, spared: "own"})
	if err != nil || len(found.Lost) != 1 || found.Lost[0].Key.Task != "other" || found.Adopted != nil {
		t.Errorf("found %+v, %v", found, err)
	}
}
