package orchestrator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// TestLostAfterItsEnd: an iteration that has ended is not run again because its agent is lost as
// it leaves; one of which nobody knows whether it lives is.
func TestLostAfterItsEnd(t *testing.T) {
	for _, by := range []string{endedByIdle, endedByPerson} {
		x := atWork(func(t *workflows.Task) { t.OnLost = workflows.LostRetry })
		x.record.Tasks["a"].Ending = &session.Ending{By: by, Success: true, Left: 2}
		event, notes := x.judge(report{key: secondOfA, result: &Result{Err: fmt.Errorf("wait: %w", errors.Join(shim.ErrLost, errors.New("no log"))), EndedBy: by}})
		finished, ok := event.(plan.IterationFinished)
		if !ok || finished.Status != plan.Success || !finished.Good {
			t.Fatalf("ended by %s: %#v", by, event)
		}
		found, warned := false, false
		for _, e := range notes {
			warned = warned || e.Body == (Warning{"its agent was lost as it was told to leave (its shim is gone; no log); its iteration had ended"})
			if f, ok := e.Body.(IterationFinished); ok {
				found = f.EndedBy == by && f.Promise == "SUCCESS" && f.Error == "" && f.ExitCode == nil && f.Bytes == nil
			}
		}
		if !found || !warned {
			t.Errorf("ended by %s: %+v", by, notes)
		}
		if task := x.record.Tasks["a"]; task.Ending != nil || task.LastIteration.EndedBy != by {
			t.Errorf("the record says %+v", task)
		}
		other := plan.Key{Task: "a", Attempt: 9, Iteration: 1}
		if event, _ := x.judge(report{key: other, result: &Result{Err: shim.ErrLost}}); event.(plan.IterationLost).Policy != workflows.LostRetry {
			t.Errorf("another iteration: %#v", event)
		}
	}
	x := atWork(nil)
	x.record.Tasks["a"].Completing = true
	if event, _ := x.judge(report{key: secondOfA, result: &Result{Err: shim.ErrLost}}); event.(plan.IterationLost).Policy != workflows.LostFail {
		t.Errorf("lost before it could be told to complete: %#v", event)
	}
}

// TestDurationToItsEnd: the time for which nobody looked for a lost agent is none of its iteration's.
func TestDurationToItsEnd(t *testing.T) {
	began := time.Now().Add(-time.Hour)
	for ended, want := range map[time.Time]time.Duration{
		began.Add(time.Minute):  time.Minute,
		began.Add(-time.Minute): 0, // the clock was put back
		{}:                      time.Hour,
	} {
		x := atWork(nil)
		x.edit("a", func(task *session.Task) {
			task.IterationStartedAt, task.Ending = began, &session.Ending{By: endedByIdle, At: ended}
		})
		res, ok := x.concluded(secondOfA, Result{Err: shim.ErrLost})
		if !ok || res.Duration.Round(time.Minute) != want {
			t.Errorf("ended at %s: %s, want %s", ended, res.Duration, want)
		}
	}
}

// TestFoundAfterItsEnd: so it is when the next host finds it lost.
func TestFoundAfterItsEnd(t *testing.T) {
	dir := t.TempDir()
	spec := quick("a")
	wf := flow(inStage("s", spec))
	state := plan.New(wf)
	state.Tasks[0].Status, state.Tasks[0].Attempt = plan.Running, 1
	key := plan.Key{Task: "a", Attempt: 1}
	for _, tt := range []struct {
		task session.Task
		want plan.Opened
	}{
		{session.Task{Ending: &session.Ending{By: endedByIdle}}, plan.Opened{Adopted: []plan.Key{key}}},
		{session.Task{Completing: true}, plan.Opened{Lost: []plan.IterationLost{{Key: key, Policy: workflows.LostFail, Reason: lostAtTheEnd}}}},
		{session.Task{}, plan.Opened{Lost: []plan.IterationLost{{Key: key, Policy: workflows.LostRetry, Reason: lostReason}}}},
	} {
		record := session.Record{ID: "x", Workflow: session.Workflow{Definition: wf}, Tasks: map[string]*session.Task{"a": &tt.task}}
		got, err := find(departed{}, record, dir, state, succession{})
		if diff := cmp.Diff(tt.want, got.Opened); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

// TestDriverConcludes: how an iteration ended is told before its agent is told to leave, and the
// next host does nothing but that.
func TestDriverConcludes(t *testing.T) {
	t.Parallel()
	var ending []session.Ending
	st := stage{prompt: "hi [say:SUCCESS]", ending: func(e session.Ending) { ending = append(ending, e) }}
	noted, _, res := st.play(t, "concludes")
	if len(ending) != 1 || time.Since(ending[0].At) > time.Minute {
		t.Fatalf("told %+v", ending)
	}
	ending[0].At = time.Time{}
	if diff := cmp.Diff([]session.Ending{{By: endedByIdle, Success: true}}, ending); diff != "" || res.Err != nil {
		t.Errorf("%v, noted %q (-want +got):\n%s", res.Err, noted, diff)
	}
	ending = nil
	st.in.Ending = &session.Ending{By: endedByPerson, Success: true, Left: 1, Mute: true}
	st.prompt = "hi"
	_, told, res := st.play(t, "leaves only")
	if res.Err != nil || res.EndedBy != endedByPerson || res.Signals != (loop.Signals{Success: true}) || res.Left != 1 || !res.Mute || ending != nil || told != nil {
		t.Errorf("%+v, told %q and %+v", res, told, ending)
	}
}

// TestCompletionIsKept: who is told that an iteration is being completed may rely on it.
func TestCompletionIsKept(t *testing.T) {
	t.Parallel()
	asked := make(chan error, 1)
	var order []string
	st := stage{prompt: "hi [slow:60s]", session: "name", heard: func(said Talk) { order = append(order, said.Type()) }, when: map[string]func(*Person){"conversation_named": func(p *Person) {
		asked <- p.ask(t.Context(), request{who: "human", complete: true})
	}}}
	_, told, res := st.play(t, "completed")
	if err := <-asked; err != nil || res.EndedBy != endedByPerson {
		t.Errorf("%v, ended by %q (%v), told %q", err, res.EndedBy, res.Err, told)
	}
	if diff := cmp.Diff([]string{"conversation_named", "requested", "iteration_ending"}, order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	_, told, res = stage{prompt: "hi [slow:60s]", in: Interactive{Completing: true}}.play(t, "completed before")
	if res.EndedBy != endedByPerson || errors.Is(res.Err, shim.ErrLost) {
		t.Errorf("%+v, told %q", res, told)
	}
}

// TestRestedBefore: an agent that has printed nothing since its host came had come to rest when it last did; of
// one that has, and of any other end, that is not known.
func TestRestedBefore(t *testing.T) {
	log, at := filepath.Join(t.TempDir(), "output.log"), time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.WriteFile(log, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(log, at, at); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		in     Interactive
		ending string
		want   time.Time
	}{
		{Interactive{Printed: at}, endedByIdle, at},
		{Interactive{Printed: at}, endedByPerson, time.Time{}},
		{Interactive{Printed: at.Add(-time.Minute)}, endedByIdle, time.Time{}},
		{Interactive{}, endedByIdle, time.Time{}}, // its own host's
		{Interactive{Ending: &session.Ending{At: at.Add(time.Minute)}}, endedByPerson, at.Add(time.Minute)},
	} {
		d := &driver{it: Iteration{Log: log}, in: &tt.in}
		if got := d.finished(tt.ending); !got.Equal(tt.want) {
			t.Errorf("%+v, %s: %v, want %v", tt.in, tt.ending, got, tt.want)
		}
	}
	if got := (Result{}).endedAt(at, at.Add(-time.Minute)); got.Duration != time.Minute || !got.Exit.EndedAt.Equal(at) {
		t.Errorf("result %s, %v", got.Duration, got.Exit.EndedAt)
	}
}
