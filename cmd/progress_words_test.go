package cmd

import (
	"bytes"
	"testing"

	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// Why a person is called, and what can be answered, is told where one looks.
func TestWhyAPersonIsCalled(t *testing.T) {
	const note = "the same questions come back however often they are answered"
	asked1 := orchestrator.InteractionNeeded{Kind: "permission", Excerpt: "Run make?", Note: note, Options: []string{"1 Yes", "2 No"}}
	if got, want := asks("a", asked1), "a: the agent asks (permission): Run make?; "+note; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	b := &board{rows: []row{{task: "a"}}}
	b.apply(orchestrator.Event{Task: "a", Body: asked1})
	if got, want := b.rows[0].question, "permission: Run make?; "+note; got != want {
		t.Errorf("the viewer's is %q, want %q", got, want)
	}
	var out bytes.Buffer
	asked(Streams{Out: &out}, session.Interaction{Kind: "permission", Options: asked1.Options, Note: note})
	if got, want := out.String(), "why you:   "+note+"\noptions:   1 Yes | 2 No\n"; got != want {
		t.Errorf("session show says %q, want %q", got, want)
	}
}

func TestHowAFailureIsTold(t *testing.T) {
	for _, test := range []struct {
		f             orchestrator.IterationFinished
		number, limit int
		want          string
	}{
		{orchestrator.IterationFinished{Unsent: 2, Failures: 1, Threshold: 3}, 1, 5, "failed after 20.0s: exited with 2 of its inputs unsent (failure 1 of 3 in a row)"},
		{orchestrator.IterationFinished{ExitCode: new(1), Failures: 1, Threshold: 3}, 1, 1, "failed after 20.0s: exit code 1 (it was the last one allowed)"},
		{orchestrator.IterationFinished{ExitCode: new(1), Failures: 3, Threshold: 3}, 3, 3, "failed after 20.0s: exit code 1 (failure 3 of 3 in a row)"},
		{orchestrator.IterationFinished{Failures: 1, Threshold: 3}, 1, 0, "failed after 20.0s (failure 1 of 3 in a row)"},
	} {
		test.f.Outcome, test.f.DurationMS = "failure", 20_000
		if got := describe(test.f, test.number, test.limit); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// Of several questions each is told with its task.
func TestSeveralCalls(t *testing.T) {
	var r session.Record
	r.ID = "0198c1de-7c1a-7000-8000-000000000000"
	r.Workflow.Definition = &workflows.Workflow{Stages: []workflows.Stage{{Tasks: []workflows.Task{{ID: "a"}, {ID: "b"}}}}}
	one := &session.Interaction{Kind: "permission", Excerpt: "Run make?", Options: []string{"1 Yes", "2 No"}, Yes: "1 Yes"}
	r.Tasks = map[string]*session.Task{"a": {Interaction: one}, "b": {}}
	const first = "options:   1 Yes | 2 No\nanswer:    rooda attach 0198c1de-7c1a/a, or rooda approve 0198c1de-7c1a/a (1 Yes)\n"
	var out bytes.Buffer
	if calls(Streams{Out: &out}, presence{record: r}); out.String() != first {
		t.Errorf("one: %q, want %q", out.String(), first)
	}
	r.Tasks["b"].Interaction = &session.Interaction{Kind: "input", Excerpt: "the task has no prompt"}
	out.Reset()
	want := "\na asks (permission): Run make?\n" + first + "\nb asks (input): the task has no prompt\nanswer:    rooda attach 0198c1de-7c1a/b\n"
	if calls(Streams{Out: &out}, presence{record: r}); out.String() != want {
		t.Errorf("two: %q, want %q", out.String(), want)
	}
}
