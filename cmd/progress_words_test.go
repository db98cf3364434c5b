package cmd

import (
	"bytes"
	"testing"

	"rooda/internal/console"
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
	asked(console.Streams{Out: &out}, session.Interaction{Kind: "permission", Options: asked1.Options, Note: note})
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
		{orchestrator.IterationFinished{Outcome: "failure", Promise: "SUCCESS", Unsent: 2, Failures: 1, Threshold: 3}, 1, 5, "failed after 20.0s: promised SUCCESS and exited with 2 of its inputs unsent (failure 1 of 3 in a row)"},
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
	if calls(console.Streams{Out: &out}, presence{record: r}); out.String() != first {
		t.Errorf("one: %q, want %q", out.String(), first)
	}
	r.Tasks["b"].Interaction = &session.Interaction{Kind: "input", Excerpt: "the task has no prompt"}
	out.Reset()
	want := "\na asks (permission): Run make?\n" + first + "\nb: rooda asks (input): the task has no prompt\nanswer:    rooda attach 0198c1de-7c1a/b\n"
	if calls(console.Streams{Out: &out}, presence{record: r}); out.String() != want {
		t.Errorf("two: %q, want %q", out.String(), want)
	}
}

// What is to be typed is whole: with its session and task, and with a resume before it where
// nobody drives the session.
func TestAnswers(t *testing.T) {
	const id = "0198c1de-7c1a"
	for want, c := range map[string]call{
		"rooda attach 0198c1de-7c1a/t":                                                                                   {kind: "question"},
		"rooda attach 0198c1de-7c1a/t, or rooda approve 0198c1de-7c1a/t (y)":                                             {kind: "unknown", yes: "y"},
		"rooda attach 0198c1de-7c1a/t, or rooda session resume 0198c1de-7c1a and then rooda approve 0198c1de-7c1a/t (y)": {kind: "permission", yes: "y", alone: true},
		"rooda session resume 0198c1de-7c1a --lost retry (or fail)":                                                      {kind: orchestrator.KindLost},
		"rooda session resume 0198c1de-7c1a --lost retry (or resume, or fail)":                                           {kind: orchestrator.KindLost, resumes: true},
	} {
		c.session, c.task = id, "t"
		if got := c.answer(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	const note = "attach and look, and rooda complete if it is done"
	p := presence{record: session.Record{ID: id}}
	if got, want := p.addressed("t", note), "attach and look, and rooda complete 0198c1de-7c1a/t if it is done"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.found = map[string]found{}
	if got, want := p.addressed("t", note), "attach and look, and rooda session resume 0198c1de-7c1a and then rooda complete 0198c1de-7c1a/t if it is done"; got != want {
		t.Errorf("without a host %q, want %q", got, want)
	}
}

// A question of no kind that is known is a question.
func TestQuestionOfNoKind(t *testing.T) {
	q := orchestrator.InteractionNeeded{Kind: "unknown", Excerpt: "Which one?"}
	own := orchestrator.InteractionNeeded{Kind: orchestrator.KindInput, Excerpt: "typing is not safe"}
	if got, want := asks("a", own), "a: rooda asks (input): typing is not safe"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := asks("a", q), "a: the agent asks: Which one?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := waitsForYou(q.Kind, q.Excerpt), "waits for you: Which one?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
