package orchestrator

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
)

// possession is a terminal that another host may take away.
type possession struct {
	pty.Terminal
	taken    chan struct{} // closed when it belongs to another host
	let      chan struct{} // closed by Release
	once     sync.Once
	meddled  func(what string)
	disowned bool // the first to hear of it
}

func (p *possession) Pid() int { return 1 << 22 }

func (p *possession) Wait(ctx context.Context) (pty.Exit, error) {
	taken := p.taken
	if !p.disowned {
		taken = nil
	}
	select {
	case <-taken:
		return pty.Exit{}, &shim.EpochError{Epoch: 1, Current: 2}
	case <-p.let:
		return pty.Exit{}, shim.ErrReleased
	case <-ctx.Done():
		return pty.Exit{}, ctx.Err()
	}
}

func (p *possession) Release() error {
	p.once.Do(func() { close(p.let) })
	return nil
}

func (p *possession) Stop(context.Context) error {
	p.meddled("stop")
	return p.Release()
}

func (p *possession) Close() error {
	select {
	case <-p.let:
	case <-p.taken:
	default:
		p.meddled("close")
	}
	return p.Release()
}

// A host that hears from one terminal that it was replaced lets go of all of
// them, and writes nothing more.
func TestReplacedHostStopsActing(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run, err := o.Start(StartRequest{Workflow: flow(inStage("one", quick("first"), quick("second"), quick("third"))), Workdir: o.workdir})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		taken := make(chan struct{})
		run.executor.runner.Open = func(spec pty.Spec) (pty.Terminal, error) {
			_, k := parseKey(spec.Key)
			return &possession{
				taken: taken, let: make(chan struct{}), disowned: k.Task == "second",
				meddled: func(what string) { t.Errorf("%s of the agent of %s, which is another host's", what, k.Task) },
			}, nil
		}
		files := func() (texts [2]string) {
			for i, name := range []string{"session.json", session.EventsFile} {
				data, err := os.ReadFile(filepath.Join(run.Dir(), name))
				if err != nil {
					t.Error(err)
				}
				texts[i] = string(data)
			}
			return texts
		}
		var before [2]string
		go func() {
			time.Sleep(time.Second)
			before = files()
			close(taken)
		}()
		outcome, err := run.Execute(t.Context(), t.Context())
		var epoch *shim.EpochError
		if !errors.As(err, &epoch) || epoch.Current != 2 || outcome != "" {
			t.Errorf("Execute = %q, %v, want no outcome and the error of the terminal", outcome, err)
		}
		if before[0] == "" || files() != before {
			t.Error("the record or the journal was written to afterwards")
		}
		if err := run.Cancel(t.Context(), "first", "human"); !errors.Is(err, ErrHandingOver) {
			t.Errorf("cancel afterwards: %v", err)
		}
	})
}

// An order is done, answered, and told with who gave it.
func TestCancel(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"long": {{takes: time.Hour}}, "also": {{takes: time.Minute, says: success}}}}
		run := o.start(t, flow(inStage("one", quick("long"), quick("also")), inStage("two", quick("never"))), th)
		ctx := t.Context()
		go func() {
			time.Sleep(time.Second)
			for task, want := range map[string]error{"never": ErrNotBegun, "nobody": ErrNotUnderWay} {
				if err := run.Cancel(ctx, task, "human"); !errors.Is(err, want) {
					t.Errorf("cancel %s: %v, want %v", task, err, want)
				}
			}
			if err := run.Cancel(ctx, "long", "agent:also"); err != nil {
				t.Errorf("cancel: %v", err)
			}
			if err := run.Cancel(ctx, "long", "human"); !errors.Is(err, ErrNotUnderWay) {
				t.Errorf("cancel again: %v", err)
			}
		}()
		if outcome, err := run.Execute(ctx, ctx); outcome != plan.Aborted || err != nil {
			t.Errorf("Execute = %s, %v, want aborted", outcome, err)
		}
		id := run.Record().ID
		if long := o.load(t, id).Tasks["long"]; long.Status != session.Error || long.Reason != "cancelled by agent:also" {
			t.Errorf("the task is %s: %q", long.Status, long.Reason)
		}
		var told []string
		for _, e := range o.journal(t, id) {
			if e.Type == "requested" {
				told = append(told, e.Task+" "+string(e.Data))
			}
		}
		if want := `long {"by":"agent:also","action":"cancel"}`; len(told) != 1 || told[0] != want {
			t.Errorf("the journal tells %q, want %q", told, want)
		}
		now := run.Now()
		if now.Journaled != now.Record.LastSeq || now.Record.Tasks["long"].Status != session.Error {
			t.Errorf("afterwards the run shows event %d of %d, task %s", now.Journaled, now.Record.LastSeq, now.Record.Tasks["long"].Status)
		}
	})
}
