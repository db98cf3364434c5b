package orchestrator

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/session"
)

// TestInterruptAndResume: an interrupt stops what runs and starts nothing
// more; a resume takes the stopped iteration again, and only that.
func TestInterruptAndResume(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{
			"a": {{says: "more"}, {takes: time.Hour, says: success}},
			"b": {{says: success}},
		}}
		wf := flow(inStage("one", quick("a"), quick("b")), inStage("two", quick("c")))
		run := o.start(t, wf, th)
		viewer := run.Subscribe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		outcome, err := run.Execute(ctx, t.Context())
		if took := time.Since(began); outcome != plan.Interrupted || err != nil || took != time.Second {
			t.Errorf("Execute = %s, %v after %s, want interrupted after 1 s", outcome, err, took)
		}
		drain(t, viewer)
		id := run.Record().ID
		record := o.load(t, id)
		if a := record.Tasks["a"]; a.Status != session.Pending || a.Outcome != session.Interrupted || a.Iteration != 1 || a.LastIteration.EndedBy != "stop" || a.Stats.Count != 1 {
			t.Errorf("task a: %+v, last %+v", a, a.LastIteration)
		}
		if record.Outcome != session.Interrupted || record.Tasks["b"].Status != session.Done || record.Tasks["c"].Attempt != 0 {
			t.Errorf("record: %s, b %s, c %+v", record.Outcome, record.Tasks["b"].Status, record.Tasks["c"])
		}
		if err := run.Close(); err != nil {
			t.Fatal(err)
		}

		again := &theatre{}
		second := o.resume(t, id, again)
		if outcome, err := second.Execute(t.Context(), t.Context()); outcome != plan.Success || err != nil {
			t.Errorf("Execute = %s, %v after the resume, want success", outcome, err)
		}
		want := []plan.Key{{Task: "a", Attempt: 2, Iteration: 1}, {Task: "c", Attempt: 1}}
		if diff := cmp.Diff(want, again.opened); diff != "" {
			t.Errorf("iterations after the resume (-want +got):\n%s", diff)
		}
		o.journal(t, id)
	})
}

// TestStoppedBy: the end of a run that was interrupted says whose wish it was, and who takes it up, whom they
// have killed for that.
func TestStoppedBy(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour, says: success}}}})
		viewer := run.Subscribe()
		ctx, stop := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { stop(StoppedBy("SIGTERM")) })
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v, want interrupted", outcome, err)
		}
		events := drain(t, viewer)
		if last := events[len(events)-1]; last.Body != (SessionFinished{Outcome: plan.Interrupted, By: "SIGTERM"}) {
			t.Errorf("the last event: %+v, want that SIGTERM stopped it", last.Body)
		}
		if err := run.Close(); err != nil {
			t.Fatal(err)
		}

		next := o.resume(t, run.Record().ID, &theatre{})
		next.Evicted(7)
		viewer = next.Subscribe()
		if outcome, err := next.Execute(t.Context(), t.Context()); outcome != plan.Success || err != nil {
			t.Errorf("Execute = %s, %v after the resume, want success", outcome, err)
		}
		for _, e := range drain(t, viewer) {
			if taken, ok := e.Body.(SessionResumed); ok && (taken.How != ActTakeOver || taken.Killed != 7) {
				t.Errorf("the resume: %+v, want a take-over from process 7", taken)
			}
		}
	})
}

// TestKillCutsTheGraceShort: the second context ends agents that do not listen.
func TestKillCutsTheGraceShort(t *testing.T) {
	tests := []struct {
		name string
		kill time.Duration // after the interrupt; 0 for never
		want time.Duration
	}{
		{"grace", 0, pty.DefaultGrace},
		{"kill", time.Second, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour, deaf: true}}}})
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				kill, cancelKill := context.WithCancel(t.Context())
				defer cancelKill()
				if tt.kill > 0 {
					timer := time.AfterFunc(time.Minute+tt.kill, cancelKill)
					defer timer.Stop()
				}
				began := time.Now()
				outcome, err := run.Execute(ctx, kill)
				if took := time.Since(began); outcome != plan.Interrupted || err != nil || took != time.Minute+tt.want {
					t.Errorf("Execute = %s, %v after %s, want interrupted after %s", outcome, err, took, time.Minute+tt.want)
				}
				if last := o.load(t, run.Record().ID).Tasks["a"].LastIteration; last.Signal != "SIGKILL" {
					t.Errorf("ended by %+v, want SIGKILL", last)
				}
			})
		})
	}
}

// TestKillAlone: however the contexts end, what they end was interrupted and
// can be taken up again; it has not failed.
func TestKillAlone(t *testing.T) {
	for _, both := range []bool{false, true} {
		for range 20 { // the reports of killed agents race with the interrupt
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour, deaf: true}}, "b": {{takes: time.Hour}}}}
				run := o.start(t, flow(inStage("s", quick("a"), quick("b"))), th)
				kill, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				ctx := t.Context()
				if both {
					ctx = kill
				}
				outcome, err := run.Execute(ctx, kill)
				if outcome != plan.Interrupted || err != nil {
					t.Errorf("both %t: Execute = %s, %v, want interrupted", both, outcome, err)
				}
				for id, task := range o.load(t, run.Record().ID).Tasks {
					if task.Status != session.Pending || task.Outcome != session.Interrupted || task.Reason != "" {
						t.Errorf("both %t: task %s: %+v", both, id, task)
					}
				}
			})
		}
	}
}

// TestInterruptBeforeTheStart: nothing hangs when the context has ended already.
func TestInterruptBeforeTheStart(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		run := o.start(t, flow(inStage("s", quick("a")), inStage("t", quick("b"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}})
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v, want interrupted", outcome, err)
		}
	})
}

// TestFailFast: a failure ends the siblings, and without fail_fast it does not.
func TestFailFast(t *testing.T) {
	for _, failFast := range []bool{true, false} {
		o := newOffice(t)
		synctest.Test(t, func(t *testing.T) {
			wf := flow(inStage("one", quick("a"), quick("b"), quick("c")), inStage("two", quick("d")))
			wf.Stages[0].FailFast, wf.Stages[0].MaxParallel = failFast, 2
			wf.Stages[0].Tasks[0].FailureThreshold = 1
			th := &theatre{acts: map[string][]act{
				"a": {{takes: time.Second, says: "<promise>FAILURE</promise>\n"}},
				"b": {{takes: time.Hour, says: success}},
			}}
			run := o.start(t, wf, th)
			began := time.Now()
			outcome, err := run.Execute(t.Context(), t.Context())
			took := time.Since(began)
			if outcome != plan.Aborted || err != nil {
				t.Errorf("fail_fast %t: Execute = %s, %v, want aborted", failFast, outcome, err)
			}
			tasks := o.load(t, run.Record().ID).Tasks
			got := map[string]session.Status{}
			for id, task := range tasks {
				got[id] = task.Status
			}
			want, after := map[string]session.Status{"a": session.Error, "b": session.Done, "c": session.Done, "d": session.Pending}, time.Hour
			if failFast {
				want["b"], want["c"], after = session.Error, session.Pending, time.Second
			}
			if diff := cmp.Diff(want, got); diff != "" || took != after {
				t.Errorf("fail_fast %t: after %s, want %s; status (-want +got):\n%s", failFast, took, after, diff)
			}
			if tasks["a"].Reason != "the agent promised FAILURE" {
				t.Errorf("fail_fast %t: reason %q", failFast, tasks["a"].Reason)
			}
		})
	}
}
