package workflows_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/workflows"
)

func tasks() *rapid.Generator[workflows.Task] {
	texts := rapid.SliceOfN(rapid.String(), 1, 3)
	durations := rapid.Map(rapid.Int64Min(0), func(n int64) workflows.Duration { return workflows.Duration(n) })
	return rapid.Custom(func(t *rapid.T) workflows.Task {
		task := workflows.Task{
			ID: rapid.String().Draw(t, "id"), Name: rapid.String().Draw(t, "name"), Procedure: rapid.String().Draw(t, "procedure"),
			Prompt: rapid.String().Draw(t, "prompt"), PromptFile: rapid.String().Draw(t, "prompt_file"), Adapter: rapid.String().Draw(t, "adapter"),
			AICmd: rapid.String().Draw(t, "ai_cmd"), Mode: rapid.SampledFrom([]workflows.Mode{workflows.Headless, workflows.Interactive}).Draw(t, "mode"),
			MaxIterations: rapid.Int().Draw(t, "max_iterations"), IterationTimeout: durations.Draw(t, "iteration_timeout"),
			FailureThreshold: rapid.Int().Draw(t, "failure_threshold"), MaxOutputBuffer: rapid.Int().Draw(t, "max_output_buffer"),
			OnMaxIterations: rapid.SampledFrom([]workflows.OnMaxIterations{workflows.Fail, workflows.Continue}).Draw(t, "on_max_iterations"),
			AutoApprove:     rapid.Bool().Draw(t, "auto_approve"), AgentsMayType: rapid.Bool().Draw(t, "agents_may_type"), KeepAlive: rapid.Bool().Draw(t, "keep_alive"),
			InteractionTimeout: durations.Draw(t, "interaction_timeout"), Cwd: rapid.String().Draw(t, "cwd"),
		}
		if rapid.Bool().Draw(t, "lists") {
			task.Context, task.PendingInputs, task.ExtraArgs = texts.Draw(t, "context"), texts.Draw(t, "inputs"), texts.Draw(t, "args")
			task.Env = rapid.MapOfN(rapid.String(), rapid.String(), 1, 3).Draw(t, "env")
		}
		return task
	})
}

// A session stores a workflow as JSON and resumes from it.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := workflows.Workflow{
			Name: rapid.String().Draw(t, "name"), Description: rapid.String().Draw(t, "description"), Goal: rapid.String().Draw(t, "goal"),
			Stages: []workflows.Stage{{
				ID: rapid.String().Draw(t, "stage"), MaxParallel: rapid.Int().Draw(t, "max_parallel"), FailFast: rapid.Bool().Draw(t, "fail_fast"),
				Tasks: rapid.SliceOfN(tasks(), 1, 3).Draw(t, "tasks"),
			}},
		}
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got workflows.Workflow
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("after JSON (-want +got):\n%s", diff)
		}
	})
}

func TestDurationJSON(t *testing.T) {
	task := workflows.Task{ID: "t", IterationTimeout: workflows.Duration(20 * time.Minute)}
	data, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"t","mode":"","max_iterations":0,"iteration_timeout":"20m0s","failure_threshold":0,"max_output_buffer":0,"on_max_iterations":"","auto_approve":false}`
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	var d workflows.Duration
	for _, bad := range []string{`"20"`, `1200`, `"soon"`, `""`} {
		if err := json.Unmarshal([]byte(bad), &d); err == nil {
			t.Errorf("%s read as %v", bad, d)
		}
	}
}
