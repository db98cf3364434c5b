package orchestrator

import (
	"os"
	"testing"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// TestResumeKeepsItsHost: every checkpoint of a resumed session must name the
// process that drives it, or `session stop` signals a stranger.
func TestResumeKeepsItsHost(t *testing.T) {
	o := newOffice(t)
	wf := flow(inStage("s", quick("a")))
	first := o.start(t, wf, &theatre{})
	id := first.Record().ID
	began := first.Record().Host
	if began.PID != os.Getpid() || first.Record().Epoch != 1 {
		t.Errorf("first host %+v with epoch %d, want process %d with epoch 1", began, first.Record().Epoch, os.Getpid())
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	var during session.Record
	second := o.resume(t, id, &theatre{opening: func(string, plan.Key) { during = o.load(t, id) }})
	if _, err := second.Execute(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	for when, r := range map[string]session.Record{"while it runs": during, "at the end": o.load(t, id)} {
		if r.Epoch != 2 || !r.Host.StartedAt.After(began.StartedAt) {
			t.Errorf("%s: epoch %d, host since %s; want epoch 2, and a host since later than %s",
				when, r.Epoch, r.Host.StartedAt.Format(time.StampMicro), began.StartedAt.Format(time.StampMicro))
		}
	}
}
