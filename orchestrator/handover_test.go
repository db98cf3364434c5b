package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"sync"
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
		if err := run.HandOver(t.Context(), "human"); !errors.Is(err, ErrHandingOver) {
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

// lingers is an agent of another process that is let go of slowly.
type lingers struct {
	*possession
	takes time.Duration
}

func (l lingers) Release() error {
	time.Sleep(l.takes)
	return l.possession.Release()
}

// While a host hands its session over nothing that somebody wants is done, or said to be; who stops it before is
// not left behind.
func TestHandingOver(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run, err := o.Start(StartRequest{Workflow: flow(inStage("one", quick("first"))), Workdir: o.workdir})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		run.executor.holds = false // they play processes of their own
		run.executor.runner.Open = func(spec pty.Spec) (pty.Terminal, error) {
			return lingers{&possession{let: make(chan struct{}), meddled: func(what string) { t.Errorf("%s of %s", what, spec.Key) }}, time.Minute}, nil
		}
		var asked sync.WaitGroup
		asked.Go(func() {
			time.Sleep(time.Second)
			if err := run.HandOver(t.Context(), "human"); err != nil {
				t.Error(err)
			}
			for _, when := range []string{"in the middle", "afterwards"} {
				time.Sleep(time.Second)
				for what, ask := range map[string]func() error{
					"stop":     func() error { return run.NoteStop(t.Context(), "human") },
					"cancel":   func() error { return run.Cancel(t.Context(), "first", "human") },
					"complete": func() error { return run.Complete(t.Context(), "first", "human") },
					"approve":  func() error { return run.Approve(t.Context(), "first", "human") },
					"send":     func() error { return run.Send(t.Context(), "first", "human", "x") },
				} {
					if err := ask(); !errors.Is(err, ErrHandingOver) {
						t.Errorf("%s %s: %v", what, when, err)
					}
				}
				time.Sleep(time.Hour)
			}
		})
		if outcome, err := run.Execute(t.Context(), t.Context()); outcome != "" || !errors.Is(err, ErrHandedOver) {
			t.Errorf("Execute = %q, %v, want ErrHandedOver", outcome, err)
		}
		asked.Wait()
	})
}

// TestHandOverAfterAStop: a stop that has been noted is about to be done.
func TestHandOverAfterAStop(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
		synctest.Wait()
		h.Run.executor.holds = false
		if err := h.NoteStop(t.Context(), "human"); err != nil {
			t.Fatal(err)
		}
		if err := h.HandOver(t.Context(), "human"); !errors.Is(err, ErrStopping) {
			t.Errorf("HandOver: %v, want %v", err, ErrStopping)
		}
		h.stop()
		<-h.outcome
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
