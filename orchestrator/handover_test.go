package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/session"
	"rooda/workflows"
)

// A host that is asked for another one lets its agents alone, and leaves a
// record in which they are at work.
func TestHandOver(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run, err := o.Start(StartRequest{Workflow: flow(inStage("one", quick("first"), quick("second"))), Workdir: o.workdir})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		run.executor.holds = false // they play processes of their own
		released := make(chan struct{}, 2)
		run.executor.runner.Open = func(spec pty.Spec) (pty.Terminal, error) {
			p := &possession{let: make(chan struct{}), meddled: func(what string) { t.Errorf("%s of %s", what, spec.Key) }}
			go func() { <-p.let; released <- struct{}{} }()
			return p, nil
		}
		go func() {
			time.Sleep(time.Second)
			if err := run.HandOver(t.Context(), "human"); err != nil {
				t.Error(err)
			}
		}()
		if outcome, err := run.Execute(t.Context(), t.Context()); outcome != "" || !errors.Is(err, ErrHandedOver) {
			t.Errorf("Execute = %q, %v, want ErrHandedOver", outcome, err)
		}
		<-released
		<-released
		id := run.Record().ID
		record := o.load(t, id)
		for name, task := range record.Tasks {
			if task.Status != session.Running || task.Attempt != 1 {
				t.Errorf("task %s: %+v", name, task)
			}
		}
		events := o.journal(t, id)
		if last := events[len(events)-1]; last.Type != "requested" || string(last.Data) != `{"by":"human","action":"hand-over"}` || record.Outcome != "" {
			t.Errorf("outcome %q, last event %s %s", record.Outcome, last.Type, last.Data)
		}
		if err := run.HandOver(t.Context(), "human"); !errors.Is(err, ErrOver) {
			t.Errorf("once more: %v", err)
		}
	})
}

// A host that is asked for another one does not wait for an agent's start, however long that takes.
func TestHandOverInAStart(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		talks := quick("talks")
		talks.Mode = workflows.Interactive
		run, err := o.Start(StartRequest{Workflow: flow(inStage("one", quick("works"), talks)), Workdir: o.workdir})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		run.executor.holds = false // they play processes of their own
		run.executor.runner.Open = nil
		run.executor.runner.Start = func(ctx context.Context, _ pty.Spec, _ bool) (pty.Terminal, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("start: %w", context.Cause(ctx))
		}
		go func() {
			time.Sleep(time.Second)
			if err := run.HandOver(t.Context(), "human"); err != nil {
				t.Error(err)
			}
		}()
		if outcome, err := run.Execute(t.Context(), t.Context()); outcome != "" || !errors.Is(err, ErrHandedOver) {
			t.Errorf("Execute = %q, %v, want ErrHandedOver", outcome, err)
		}
		for name, task := range o.load(t, run.Record().ID).Tasks {
			if task.Status != session.Running || task.Attempt != 1 {
				t.Errorf("task %s: %+v", name, task)
			}
		}
	})
}

// What cannot be handed over goes on.
func TestHandOverIsRefused(t *testing.T) {
	for _, test := range []struct {
		name    string
		takes   time.Duration
		prepare func(*Run, context.CancelFunc)
		want    error
		outcome plan.Outcome
	}{
		{"terminals of its own", time.Second, func(*Run, context.CancelFunc) {}, ErrOwnTerminals, plan.Success},
		{"stopping", time.Hour, func(r *Run, stop context.CancelFunc) { r.executor.holds = false; stop(); synctest.Wait() }, ErrStopping, plan.Interrupted},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				th := &theatre{acts: map[string][]act{"a": {{takes: test.takes, says: success, deaf: true}}}}
				h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
				synctest.Wait()
				test.prepare(h.Run, h.stop)
				if err := h.HandOver(t.Context(), "human"); !errors.Is(err, test.want) {
					t.Errorf("HandOver: %v, want %v", err, test.want)
				}
				if got := <-h.outcome; got != test.outcome {
					t.Errorf("outcome %s, want %s", got, test.outcome)
				}
			})
		})
	}
}
