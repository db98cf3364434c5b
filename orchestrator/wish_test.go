package orchestrator

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// requests are those in a journal.
func requests(t *testing.T, events []session.Event) (all []Requested) {
	t.Helper()
	for _, e := range events {
		var r Requested
		if e.Type != r.Type() {
			continue
		}
		if err := json.Unmarshal(e.Data, &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// TestStopIsNotedAtOnce: who stops a run by a signal is on record before anything has ended.
func TestStopIsNotedAtOnce(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour, deaf: true}}}})
		ctx, stop := context.WithCancelCause(t.Context())
		began := time.Now()
		time.AfterFunc(time.Second, func() { stop(StoppedBy("SIGTERM")) })
		time.AfterFunc(2*time.Second, func() { // the agent still has its grace
			want := []Requested{{Deed: Deed{By: "SIGTERM"}, Action: ActStop}}
			if diff := cmp.Diff(want, requests(t, o.journal(t, run.Record().ID))); diff != "" {
				t.Errorf("noted while the agent ends (-want +got):\n%s", diff)
			}
			stopped := o.load(t, run.Record().ID).Tasks["a"].Stopped
			if stopped == nil || stopped.By != "SIGTERM" || !stopped.At.Equal(began.Add(time.Second)) {
				t.Errorf("the task says %+v", stopped)
			}
		})
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v, want interrupted", outcome, err)
		}
		if n := len(requests(t, o.journal(t, run.Record().ID))); n != 1 {
			t.Errorf("%d requests in the end", n)
		}
		if a := o.load(t, run.Record().ID).Tasks["a"]; a.Stopped != nil {
			t.Errorf("the task still says %+v", a.Stopped)
		}
	})
}

// TestStopThroughTheSocketIsNotedOnce: what was noted for who asked is not noted again for the interrupt.
func TestStopThroughTheSocketIsNotedOnce(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}})
		ctx, stop := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() {
			if err := run.NoteStop(ctx, "human"); err != nil {
				t.Error(err)
			}
			stop(StoppedBy("human"))
		})
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v, want interrupted", outcome, err)
		}
		if diff := cmp.Diff([]Requested{{Deed: Deed{By: "human"}, Action: ActStop}}, requests(t, o.journal(t, run.Record().ID))); diff != "" {
			t.Errorf("noted (-want +got):\n%s", diff)
		}
	})
}

// TestEachStopIsNotedOnce: of several who have asked for a stop, whoever's interrupt comes is not noted again.
func TestEachStopIsNotedOnce(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}})
		ctx, stop := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() {
			for _, who := range []string{"human", "agent:x"} {
				if err := run.NoteStop(ctx, who); err != nil {
					t.Error(err)
				}
			}
			stop(StoppedBy("human"))
		})
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v, want interrupted", outcome, err)
		}
		want := []Requested{{Deed: Deed{By: "human"}, Action: ActStop}, {Deed: Deed{By: "agent:x"}, Action: ActStop}}
		if diff := cmp.Diff(want, requests(t, o.journal(t, run.Record().ID))); diff != "" {
			t.Errorf("noted (-want +got):\n%s", diff)
		}
	})
}

// TestWishesThatCannotBeSaved: they are kept beside the record, and the next host notes each of them once. Where
// that cannot be either, the run's end says so.
func TestWishesThatCannotBeSaved(t *testing.T) {
	for _, kept := range []bool{true, false} {
		o := newOffice(t)
		synctest.Test(t, func(t *testing.T) {
			run := o.start(t, flow(inStage("s", quick("a"), quick("b"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}, "b": {{takes: time.Hour}}}})
			id := run.Record().ID
			ctx, stop := context.WithCancelCause(t.Context())
			var clear func()
			time.AfterFunc(time.Second, func() {
				clear = obstruct(t, o.manager.Dir(id))
				if room := filepath.Join(o.manager.Dir(id), "requests.jsonl"); !kept {
					if err := os.Remove(room); err != nil {
						t.Error(err)
					}
					if err := os.Mkdir(room, 0o700); err != nil {
						t.Error(err)
					}
				}
				if err := run.Cancel(ctx, "b", "agent:x"); err != nil {
					t.Error(err)
				}
				stop(StoppedBy("SIGHUP"))
			})
			began := time.Now()
			outcome, err := run.Execute(ctx, t.Context())
			if outcome != plan.Interrupted && outcome != plan.Aborted || err == nil || strings.Contains(err.Error(), "not on record") == kept {
				t.Errorf("kept %t: Execute = %s, %v", kept, outcome, err)
			}
			clear()
			if err := run.Close(); err != nil {
				t.Fatal(err)
			}
			if !kept {
				return
			}
			at := began.Add(time.Second)
			want := []Requested{{Deed: Deed{By: "agent:x", At: at}, Action: ActCancel}, {Deed: Deed{By: "SIGHUP", At: at}, Action: ActStop}}
			for range 2 { // the second has nothing left to note
				next := o.resume(t, id, &theatre{})
				_, _ = next.Execute(t.Context(), t.Context())
				if err := next.Close(); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, requests(t, o.journal(t, id))); diff != "" {
					t.Errorf("noted by the next host (-want +got):\n%s", diff)
				}
			}
			record := o.load(t, id)
			if pending, err := o.manager.Pending(record); err != nil || pending != nil || record.Requests != 2 {
				t.Errorf("%v still pending, %v; the record has %d", pending, err, record.Requests)
			}
		})
	}
}

// TestCancelThatCannotBeSavedHolds: what was cancelled is not run by the next host, however far behind the record is:
// of a task that it has as about to run, as at work and as failed before, and of one that was lost.
func TestCancelThatCannotBeSavedHolds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		saved session.Task // what is on record of it
		ready bool         // its stage has come
		want  session.Task
	}{
		{"about to begin", session.Task{Status: session.Pending}, false, session.Task{Outcome: session.Interrupted}},
		{"about to go on", session.Task{Status: session.Pending, Attempt: 1, Iteration: 1, Outcome: session.Interrupted}, true, session.Task{Outcome: session.Interrupted}},
		{"about to be tried again", session.Task{Status: session.Error, Attempt: 1, Iteration: 1, Outcome: session.Aborted, Reason: "exit code 1"}, true, session.Task{Outcome: session.Interrupted}},
		{"at work", session.Task{Status: session.Running, Attempt: 1}, true, session.Task{Outcome: session.Interrupted}},
		{"lost", session.Task{Status: session.WaitingForUser, Attempt: 1, Interaction: &session.Interaction{Kind: KindLost}}, true, session.Task{Outcome: session.Aborted, Lost: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				b := quick("b")
				b.OnLost = workflows.LostAsk
				run := o.start(t, flow(inStage("s", quick("a")), inStage("t", b, quick("c"))), &theatre{})
				id, record := run.Record().ID, run.Record()
				if err := run.executor.store.Save(behind(record, tt.saved, tt.ready)); err != nil {
					t.Fatal(err)
				}
				if _, err := run.executor.store.Keep(session.Request{By: "human", Action: ActCancel, Task: "b"}); err != nil {
					t.Fatal(err)
				}
				if err := run.Close(); err != nil {
					t.Fatal(err)
				}
				th := &theatre{}
				next := o.resume(t, id, th)
				if outcome, err := next.Execute(t.Context(), t.Context()); outcome != plan.Aborted || err != nil {
					t.Errorf("Execute = %s, %v, want aborted", outcome, err)
				}
				if slices.ContainsFunc(th.opened, func(k plan.Key) bool { return k.Task == "b" }) {
					t.Errorf("was run: %v", th.opened)
				}
				got := o.load(t, id)
				if b := got.Tasks["b"]; b.Status != session.Error || b.Outcome != tt.want.Outcome || b.Reason != "cancelled by human" || b.Cancelled || b.Lost != tt.want.Lost {
					t.Errorf("the task is %+v", b)
				}
				if a, c := got.Tasks["a"], got.Tasks["c"]; a.Status != session.Done || c.Status != session.Done {
					t.Errorf("the others are %s, %s", a.Status, c.Status)
				}
			})
		})
	}
}

// behind is a record with b as it says, and a done where b's stage has come.
func behind(record session.Record, b session.Task, ready bool) session.Record {
	record.Tasks = maps.Clone(record.Tasks)
	b.Stage = "t"
	record.Tasks["b"] = &b
	if ready {
		a := *record.Tasks["a"]
		a.Status, a.Outcome = session.Done, session.Success
		record.Tasks["a"], record.CurrentStageIndex = &a, 1
	}
	return record
}

// TestWishesAreSavedLater: what was kept beside the record is superseded as soon as that can be saved, and what
// has ended in the meantime is not judged by it.
func TestWishesAreSavedLater(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		run := o.start(t, flow(inStage("s", quick("a"))), &theatre{acts: map[string][]act{"a": {{takes: time.Hour, deaf: true}}}})
		id := run.Record().ID
		ctx, stop := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() {
			time.AfterFunc(3*time.Second, obstruct(t, o.manager.Dir(id)))
			stop(StoppedBy("Ctrl-C"))
		})
		if outcome, err := run.Execute(ctx, t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v", outcome, err)
		}
		record := o.load(t, id)
		if pending, err := o.manager.Pending(record); err != nil || pending != nil || record.Requests != 1 || record.Outcome != session.Interrupted {
			t.Errorf("%v still pending, %v; the record has %d and %s", pending, err, record.Requests, record.Outcome)
		}
		if diff := cmp.Diff([]Requested{{Deed: Deed{By: "Ctrl-C"}, Action: ActStop}}, requests(t, o.journal(t, id))); diff != "" {
			t.Errorf("noted (-want +got):\n%s", diff)
		}
	})
}

// TestHostThatCannotSaveSaysSo: a run that its host has stopped because of that has it in the record of its end,
// and beside the record before an agent has ended.
func TestHostThatCannotSaveSaysSo(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"b": {{takes: time.Hour, deaf: true}}}}
		run := o.start(t, flow(inStage("s", quick("a"), quick("b"))), th)
		id := run.Record().ID
		th.acts["a"] = []act{{says: success, first: func(plan.Key) {
			clear := obstruct(t, o.manager.Dir(id))
			time.AfterFunc(saveLimit+4*time.Second, func() { // while b has its grace
				if pending, err := o.manager.Pending(run.Record()); err != nil || len(pending) != 1 || pending[0].Action != ActStop || pending[0].By != "host" {
					t.Errorf("kept beside the record %+v, %v; want the host's stop", pending, err)
				}
				clear()
			})
		}}}
		if outcome, err := run.Execute(t.Context(), t.Context()); outcome != plan.Interrupted || err != nil {
			t.Errorf("Execute = %s, %v", outcome, err)
		}
		const reason = "the session could not be saved for 1m0s (file exists)"
		if diff := cmp.Diff([]Requested{{Deed: Deed{By: "host"}, Action: ActStop, Reason: reason}}, requests(t, o.journal(t, id))); diff != "" {
			t.Errorf("noted (-want +got):\n%s", diff)
		}
		events := o.journal(t, id)
		var end SessionFinished
		if err := json.Unmarshal(events[len(events)-1].Data, &end); err != nil || end != (SessionFinished{plan.Interrupted, "host", reason}) {
			t.Errorf("the end %+v, %v", end, err)
		}
	})
}

// TestHeeding: what was wanted of a session holds for what was under way, a cancel also for what was when it came.
func TestHeeding(t *testing.T) {
	lost := &session.Interaction{Kind: KindLost}
	record := session.Record{Requests: 3, Tasks: map[string]*session.Task{
		"runs": {Status: session.Running}, "waits": {Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: "question"}},
		"lost": {Status: session.WaitingForUser, Interaction: lost}, "gone": {Status: session.WaitingForUser, Interaction: lost},
		"done": {Status: session.Done}, "new": {Status: session.Pending}, "next": {Status: session.Pending},
	}}
	at := time.Unix(1700000000, 0)
	got := heeding(record, []session.Request{
		{N: 4, Action: ActCancel, Task: "waits", By: "human"}, {N: 5, Action: ActCancel, Task: "gone", By: "human"},
		{N: 6, Action: ActStop, By: "SIGTERM", At: at}, {N: 7, Action: "dance", By: "a later rooda"}, {N: 8, Action: ActCancel, Task: "done", By: "human"},
		{N: 9, Action: ActCancel, Task: "next", By: "human"},
	})
	stop := &session.Stop{By: "SIGTERM", At: at}
	want := session.Record{Requests: 9, Tasks: map[string]*session.Task{
		"runs":  {Status: session.Running, Stopped: stop},
		"waits": {Status: session.WaitingForUser, Interaction: &session.Interaction{Kind: "question"}, Cancelled: true, Reason: "cancelled by human", Stopped: stop},
		"lost":  {Status: session.WaitingForUser, Interaction: lost},
		"gone":  {Status: session.WaitingForUser, Interaction: lost, Cancelled: true, Reason: "cancelled by human"},
		"done":  {Status: session.Done}, "new": {Status: session.Pending},
		"next": {Status: session.Pending, Cancelled: true, Reason: "cancelled by human"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if record.Tasks["runs"].Stopped != nil || record.Requests != 3 {
		t.Error("the record that others may read was changed")
	}
}

// TestStoppedIsNotLost: an agent that went down after its run was stopped is no loss. One that was lost before
// somebody could be heeded is, and what becomes of it stays open.
func TestStoppedIsNotLost(t *testing.T) {
	wf := flow(inStage("s", quick("a"), quick("b"), askingWhenLost("c")))
	stop := &session.Stop{By: "human"}
	record := session.Record{Tasks: map[string]*session.Task{"a": {Stopped: stop}, "b": {}, "c": {Stopped: stop, Interaction: &session.Interaction{Kind: KindLost}}}}
	record.Workflow.Definition = wf
	state := plan.New(wf)
	for i := range state.Tasks {
		state.Tasks[i].Status, state.Tasks[i].Attempt = plan.Running, 1
	}
	state.Tasks[2].Status, state.Tasks[2].Gone = plan.WaitingForUser, true
	found, err := find(departed{}, record, t.TempDir(), state, succession{lost: workflows.LostAsk})
	if err != nil || len(found.Lost) != 2 || found.Lost[0].Key.Task != "b" || found.Lost[1].Key.Task != "c" || found.Adopted != nil {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestStopIsOverWithItsIteration: an iteration that is run again after a stop is none of that stop's any more.
func TestStopIsOverWithItsIteration(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		id := o.abandoned(t, flow(inStage("s", quick("a"))), func(a *session.Task) { a.Stopped = &session.Stop{By: "human"} })
		h := inBackground(t, o.resume(t, id, &theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}))
		synctest.Wait()
		for of, a := range map[string]*session.Task{"run": h.Now().Record.Tasks["a"], "record": o.load(t, id).Tasks["a"]} {
			if a.Status != session.Running || a.Attempt != 2 || a.Stopped != nil {
				t.Errorf("the %s has %s in attempt %d, stopped %+v; want attempt 2 running", of, a.Status, a.Attempt, a.Stopped)
			}
		}
		h.stop()
		<-h.outcome
	})
}

// abandoned is a session whose host died with its task a under way, as change leaves it.
func (o office) abandoned(t *testing.T, wf *workflows.Workflow, change func(a *session.Task)) (id string) {
	t.Helper()
	run, err := o.Start(StartRequest{Workflow: wf, Workdir: o.workdir})
	if err != nil {
		t.Fatal(err)
	}
	record := run.Record()
	a := record.Tasks["a"]
	a.Status, a.Attempt, a.StartedAt, a.IterationStartedAt = session.Running, 1, time.Now(), time.Now()
	change(a)
	if err := run.store.Save(record); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	return record.ID
}

// TestStopOfNobodysRunIsKept: who stops a session that has no host is on record although that cannot be saved,
// and nothing is left to end.
func TestStopOfNobodysRunIsKept(t *testing.T) {
	o := newOffice(t)
	id := o.abandoned(t, flow(inStage("s", quick("a"))), func(*session.Task) {})
	run, err := o.TakeOver(id, "")
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	clear := obstruct(t, o.manager.Dir(id))
	if outcome, err := run.Execute(stopped, t.Context()); outcome != plan.Interrupted || err == nil {
		t.Errorf("Execute = %s, %v", outcome, err)
	}
	clear()
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if pending, err := o.manager.Pending(o.load(t, id)); err != nil || len(pending) != 1 || pending[0].Action != ActStop || pending[0].By != "human" {
		t.Errorf("kept %+v, %v; want the stop by human", pending, err)
	}
}

// TestCancelledByAnother: an agent that a rooda has ended which is gone, because somebody had cancelled its task,
// was not lost, also where its end is seen before this host wants it.
func TestCancelledByAnother(t *testing.T) {
	o := newOffice(t)
	for _, cancelled := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			id := o.abandoned(t, flow(inStage("s", quick("a"))), func(a *session.Task) { a.Cancelled = cancelled })
			key := plan.Key{Task: "a", Attempt: 1}
			put(t, filepath.Join(session.IterationDir(o.manager.Dir(id), key.Task, key.Iteration, key.Attempt), session.PromptFile), "Go.", 0o600)
			x := o.resume(t, id, &theatre{}).executor
			x.runner.Adopt = func(spec pty.Spec) (pty.Terminal, error) {
				return newActor(act{exit: pty.Exit{Killed: true}}, spec), nil
			}
			x.start(t.Context(), key, beginning{adopted: true})
			x.work.Wait()
			var res *Result
			for _, r := range x.mailbox.take() {
				if r.result != nil {
					res = r.result
				}
			}
			if res == nil || res.Stopped != cancelled || isLost(res.Err) == cancelled {
				t.Errorf("cancelled %t: %+v", cancelled, res)
			}
		})
	}
}

// TestCancelledIsNotAskedAbout: an agent that was lost is no question when its task was cancelled before.
func TestCancelledIsNotAskedAbout(t *testing.T) {
	a := quick("a")
	a.OnLost = workflows.LostAsk
	wf := flow(inStage("s", a))
	record := session.Record{Tasks: map[string]*session.Task{"a": {Cancelled: true}}}
	record.Workflow.Definition = wf
	state := plan.New(wf)
	state.Tasks[0].Status, state.Tasks[0].Attempt, state.Tasks[0].Cancelled = plan.Running, 1, true
	found, err := find(departed{}, record, t.TempDir(), state, succession{})
	if err != nil || len(found.Lost) != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
}

// probed has an agent of each task in the state that its task names.
type probed struct{ local }

func (probed) Probe(dir string) (shim.State, error) {
	return shim.State(filepath.Base(filepath.Dir(dir))), nil
}

// TestResumeTakesAStopBack: of agents that live at a resume, a later loss is none of the stop's before it. What
// that stop has ended already was interrupted.
func TestResumeTakesAStopBack(t *testing.T) {
	states := []shim.State{shim.Running, shim.Unreachable, shim.Finished, shim.Lost}
	var tasks []workflows.Task
	record := session.Record{Tasks: map[string]*session.Task{}}
	for _, s := range states {
		tasks = append(tasks, quick(string(s)))
		record.Tasks[string(s)] = &session.Task{Stopped: &session.Stop{By: "human"}}
	}
	wf := flow(inStage("s", tasks...))
	record.Workflow.Definition = wf
	state := plan.New(wf)
	for i := range state.Tasks {
		state.Tasks[i].Status, state.Tasks[i].Attempt = plan.Running, 1
	}
	found, err := find(probed{}, record, t.TempDir(), state, succession{})
	if err != nil {
		t.Fatal(err)
	}
	before := record
	told := revoke(&record, found.living)
	for _, s := range states {
		lives, id := s == shim.Running || s == shim.Unreachable, string(s)
		if stopped := record.Tasks[id].Stopped != nil; stopped == lives || told[id] != lives || before.Tasks[id].Stopped == nil {
			t.Errorf("%s: still stopped %t, told %t", id, stopped, told[id])
		}
	}
	later, err := find(departed{}, record, t.TempDir(), state, succession{})
	if err != nil || len(later.Lost) != 2 || later.Lost[0].Key.Task != string(shim.Running) {
		t.Errorf("lost later %+v, %v", later.Lost, err)
	}
}

// TestToldByAnother: an agent that a rooda has ended which is gone was interrupted where that is known to have
// been wanted, and is lost where it is not. One that has ended by itself has its own ending.
func TestToldByAnother(t *testing.T) {
	for _, tt := range []struct{ told, killed bool }{{true, true}, {false, true}, {true, false}} {
		synctest.Test(t, func(t *testing.T) {
			r := AgentRunner{Adopt: func(spec pty.Spec) (pty.Terminal, error) {
				return newActor(act{says: success, exit: pty.Exit{Killed: tt.killed}}, spec), nil
			}}
			it := Iteration{Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Adopted: true, Told: tt.told, Launch: adapters.LaunchConfig{Argv: []string{"a"}}}
			res := r.Run(t.Context(), t.Context(), it)
			lost := res.Err != nil && isLost(res.Err)
			if res.Stopped != (tt.told && tt.killed) || lost != (!tt.told && tt.killed) || res.Err != nil && !lost {
				t.Errorf("told %t, killed %t: stopped %t, %v", tt.told, tt.killed, res.Stopped, res.Err)
			}
		})
	}
}
