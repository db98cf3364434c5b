package orchestrator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/session"
)

// inOrder is a workflow that shows most of what can happen: iterations, two
// tasks side by side, a second stage.
func inOrder() (*theatre, plan.Outcome, []string) {
	th := &theatre{acts: map[string][]act{
		"plan": {{takes: time.Second, says: "more to do"}, {takes: time.Second, says: success}},
		"code": {{takes: 2 * time.Second, says: "oops", exit: pty.Exit{Code: 1}}, {takes: 2 * time.Second, says: success}},
		"docs": {{takes: time.Second, says: success}},
	}}
	return th, plan.Success, []string{
		"stage 0 one", "one/plan PENDING->RUNNING", "session IDLE->RUNNING", "one/plan starts 1/0 of 3",
		"one/plan ends 1/0 continue", "one/plan starts 1/1 of 3",
		"one/plan ends 1/1 success", "one/plan RUNNING->DONE", "stage 1 two", "two/code PENDING->RUNNING", "two/docs PENDING->RUNNING",
		"two/code starts 1/0 of 3", "two/docs starts 1/0 of 3",
		"two/docs ends 1/0 success", "two/docs RUNNING->DONE",
		"two/code ends 1/0 failure", "two/code starts 1/1 of 3",
		"two/code ends 1/1 success", "two/code RUNNING->DONE", "session RUNNING->IDLE", "finished success",
	}
}

// TestExecute: viewers and the journal hear the same story, numbered without
// gaps; only output is for viewers alone.
func TestExecute(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th, outcome, want := inOrder()
		run := o.start(t, flow(inStage("one", quick("plan")), inStage("two", quick("code"), quick("docs"))), th)
		viewer := run.Subscribe()
		began := time.Now()
		got, err := run.Execute(t.Context(), t.Context())
		if got != outcome || err != nil {
			t.Errorf("Execute = %s, %v, want %s", got, err, outcome)
		}
		if took := time.Since(began); took != 6*time.Second {
			t.Errorf("took %s, want 6 s: the tasks of a stage run side by side", took)
		}
		id := run.Record().ID
		var told []Event
		printed := map[string]string{}
		for _, e := range drain(t, viewer) {
			if out, ok := e.Body.(TaskOutput); ok {
				printed[e.Task] += string(out.Clean)
				continue
			}
			told = append(told, e)
		}
		if diff := cmp.Diff(want, script(told)); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		journal := o.journal(t, id)
		if len(journal) != len(told) {
			t.Fatalf("%d events in the journal, %d told", len(journal), len(told))
		}
		for i, e := range told {
			kept, err := e.journaled()
			if err != nil {
				t.Fatal(err)
			}
			kept.Time, journal[i].Time = kept.Time.UTC(), journal[i].Time.UTC()
			if diff := cmp.Diff(kept, journal[i]); diff != "" {
				t.Errorf("event %d (-told +in the journal):\n%s", i+1, diff)
			}
		}
		if want := "oops" + success; printed["code"] != want {
			t.Errorf("output of code %q, want %q", printed["code"], want)
		}
		record := o.load(t, id)
		if record.Outcome != session.Success || record.CurrentStageIndex != 2 || record.LastSeq != uint64(len(told)) {
			t.Errorf("record: %s at stage %d after event %d", record.Outcome, record.CurrentStageIndex, record.LastSeq)
		}
		code := record.Tasks["code"]
		if code.Status != session.Done || code.Iteration != 2 || code.Stats.Count != 2 || code.Stats.Total != 4*time.Second || code.EndedAt.Sub(code.StartedAt) != 4*time.Second {
			t.Errorf("task code: %+v", code)
		}
	})
}

// TestCheckpointComesFirst: before an agent is started, the disk says so, the
// journal too, and its prompt is where a reader will look for it (CORE-12).
func TestCheckpointComesFirst(t *testing.T) {
	o := newOffice(t)
	th, _, _ := inOrder()
	opened := 0
	th.opening = func(id string, k plan.Key) {
		opened++
		task := o.load(t, id).Tasks[k.Task]
		if task.Status != session.Running || task.Attempt != k.Attempt || task.Iteration != k.Iteration {
			t.Errorf("%+v is started, and the record has it %s at %d/%d", k, task.Status, task.Attempt, task.Iteration)
		}
		journaled := slices.ContainsFunc(o.journal(t, id), func(e session.Event) bool {
			return e.Type == "iteration_started" && e.Task == k.Task && e.Attempt == k.Attempt && e.Iteration == k.Iteration
		})
		if !journaled {
			t.Errorf("%+v is started, and the journal does not say so", k)
		}
		prompt, err := os.ReadFile(filepath.Join(session.IterationDir(o.manager.Dir(id), k.Task, k.Iteration, k.Attempt), session.PromptFile))
		if err != nil || !strings.Contains(string(prompt), fmt.Sprintf("Iteration: %d of 3", k.Iteration+1)) {
			t.Errorf("%+v: prompt %q (%v)", k, prompt, err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		wf := flow(inStage("one", quick("plan")), inStage("two", quick("code"), quick("docs")))
		wf.Stages[1].MaxParallel = 1 // opening is not for two at once
		if _, err := o.start(t, wf, th).Execute(t.Context(), t.Context()); err != nil {
			t.Error(err)
		}
	})
	if opened != 5 {
		t.Errorf("%d iterations were started, want 5", opened)
	}
}

// TestFolderComesFirst: who reads of an iteration can watch its folder at once.
func TestFolderComesFirst(t *testing.T) {
	o := newOffice(t)
	run := o.start(t, flow(inStage("s", quick("a"))), &theatre{})
	run.executor.commit([]plan.Event{plan.Opened{}}, nil)
	if _, err := os.Stat(session.IterationDir(o.manager.Dir(run.Record().ID), "a", 0, 1)); err != nil {
		t.Error(err)
	}
}

func TestHundredTasksAtOnce(t *testing.T) {
	o := newOffice(t)
	const many = 100
	wf, th := flow(inStage("s")), &theatre{acts: map[string][]act{}}
	for n := range many {
		id := fmt.Sprintf("t%d", n)
		wf.Stages[0].Tasks = append(wf.Stages[0].Tasks, quick(id))
		th.acts[id] = []act{{takes: time.Second, says: "more"}, {takes: time.Second, says: success}}
	}
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, wf, th)
		viewer, began := run.Subscribe(), time.Now()
		outcome, err := run.Execute(t.Context(), t.Context())
		if took := time.Since(began); outcome != plan.Success || err != nil || took != 2*time.Second {
			t.Errorf("Execute = %s, %v after %s, want success after 2 s", outcome, err, took)
		}
		printed := 0
		for _, e := range drain(t, viewer) {
			if out, ok := e.Body.(TaskOutput); ok {
				printed += len(out.Clean) + out.Missed
			}
		}
		if want := many * len("more"+success); printed != want {
			t.Errorf("%d bytes of output, want %d", printed, want)
		}
		o.journal(t, run.Record().ID)
		for id, task := range o.load(t, run.Record().ID).Tasks {
			if task.Status != session.Done || task.Iteration != 2 {
				t.Errorf("task %s: %+v", id, task)
			}
		}
	})
	if len(th.opened) != 2*many {
		t.Errorf("%d iterations, want %d", len(th.opened), 2*many)
	}
}

// TestCannotStart: an agent that cannot be started ends its task, and the
// reason is told; trying again would not help.
func TestCannotStart(t *testing.T) {
	o := newOffice(t)
	run := o.start(t, flow(inStage("s", quick("a"), quick("b"))), &theatre{acts: map[string][]act{"a": {{refuses: errors.New("no terminal left")}}}})
	outcome, err := run.Execute(t.Context(), t.Context())
	if outcome != plan.Aborted || err != nil {
		t.Errorf("Execute = %s, %v, want aborted", outcome, err)
	}
	record := o.load(t, run.Record().ID)
	if a := record.Tasks["a"]; a.Status != session.Error || !strings.HasPrefix(a.Reason, "start agent") || !strings.HasSuffix(a.Reason, "no terminal left") || a.Iteration != 1 || a.LastIteration.EndedBy != "error" {
		t.Errorf("task a: %+v", a)
	}
	if b := record.Tasks["b"]; b.Status != session.Done {
		t.Errorf("task b: %+v, want it to finish all the same", b)
	}
}

// TestQuestionInASession: an agent that asks makes its task wait, and going on
// makes it run again.
func TestQuestionInASession(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Minute, says: "\x1b]7501;state=blocked:kind=permission\x1b\\Really? "}}}}
		wf := flow(inStage("s", quick("a")))
		wf.Stages[0].Tasks[0].MaxIterations = 1
		run := o.start(t, wf, th)
		viewer := run.Subscribe()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = run.Execute(t.Context(), t.Context())
		}()
		time.Sleep(time.Second)
		a := o.load(t, run.Record().ID).Tasks["a"]
		if a.Status != session.WaitingForUser || a.Interaction == nil || a.Interaction.Kind != "permission" {
			t.Errorf("while it asks: %+v with %+v", a, a.Interaction)
		}
		<-ended
		if a := o.load(t, run.Record().ID).Tasks["a"]; a.Status != session.Done || a.Interaction != nil {
			t.Errorf("afterwards: %+v with %+v", a, a.Interaction)
		}
		var types []string
		for _, e := range drain(t, viewer) {
			types = append(types, e.Body.Type())
		}
		for _, want := range []string{"interaction_needed", "interaction_resolved"} {
			if !slices.Contains(types, want) {
				t.Errorf("no %s among %q", want, types)
			}
		}
	})
}
