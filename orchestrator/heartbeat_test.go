package orchestrator

import (
	"testing"
	"testing/synctest"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// A host with nothing to tell leaves a sign of life all the same, and the next host tells the last of them.
func TestHostIsHeard(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour, says: success}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
		time.Sleep(10*session.Beat + time.Second)
		synctest.Wait()
		if got, want := o.manager.LastHeard(o.load(t, h.Record().ID)), began.Add(10*session.Beat); !got.Equal(want) {
			t.Errorf("last heard at %v, want %v", got, want)
		}
		h.stop()
		<-h.outcome
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		stopped := time.Now()
		time.Sleep(time.Hour)
		next, err := o.Resume(h.Record().ID, "")
		if err != nil {
			t.Fatal(err)
		}
		defer next.Close()
		if got := next.executor.resumed.LastHeard; !got.Equal(stopped) {
			t.Errorf("the next host tells %v, want %v", got, stopped)
		}
	})
}

// A host that saves is heard then, also where nothing has happened since it last tried in vain.
func TestHostIsHeardAsItSaves(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour, says: success}}}}
		run := o.start(t, flow(inStage("s", quick("a"), quick("b"))), th)
		id := run.Record().ID
		th.acts["b"] = []act{{says: success, first: func(plan.Key) {
			time.AfterFunc(8*time.Second, obstruct(t, o.manager.Dir(id)))
		}}}
		if err := run.store.Beat(); err != nil { // the clock of the disk is another
			t.Fatal(err)
		}
		h := inBackground(t, run)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		record := o.load(t, id)
		if got := o.manager.LastHeard(record); got.Before(record.UpdatedAt) || record.Tasks["b"].Status != session.Done {
			t.Errorf("last heard at %v, saved at %v with b %s", got, record.UpdatedAt, record.Tasks["b"].Status)
		}
		h.stop()
		<-h.outcome
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
