package orchestrator

import (
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/loop"
	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/session"
	"rooda/workflows"
)

// atWork is an executor whose task "a" runs its second iteration, after one failure.
func atWork(change func(*workflows.Task)) *WorkflowExecutor {
	spec := quick("a")
	spec.MaxOutputBuffer = 100
	spec.IterationTimeout = workflows.Duration(time.Minute)
	if change != nil {
		change(&spec)
	}
	wf := flow(inStage("s", spec))
	state := plan.New(wf)
	state.Tasks[0].Status, state.Tasks[0].Attempt = plan.Running, 1
	state.Tasks[0].Iteration, state.Tasks[0].Failures = 1, 1
	return &WorkflowExecutor{wf: wf, state: state, store: new(session.Handle), record: session.Record{Tasks: map[string]*session.Task{
		"a": {Stats: session.Stats{Count: 1, Total: 10 * time.Second, Min: 10 * time.Second, Max: 10 * time.Second}},
	}}}
}

var secondOfA = plan.Key{Task: "a", Attempt: 1, Iteration: 1}

func TestJudge(t *testing.T) {
	promised, refused := loop.Signals{Success: true}, loop.Signals{Failure: true}
	term := pty.Exit{Code: 143, Signal: syscall.SIGTERM, Killed: true}
	more := func(t *workflows.Task) { t.MaxIterations, t.FailureThreshold = 9, 9 }
	interactive := func(t *workflows.Task) { more(t); t.Mode = workflows.Interactive }
	tests := []struct {
		name     string
		task     func(*workflows.Task)
		res      Result
		event    plan.IterationFinished // without its key
		outcome  string
		endedBy  string
		warnings []string // what each must hold
	}{
		{"continue", nil, Result{Size: 1}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", nil},
		{"success", nil, Result{Size: 1, Signals: promised}, plan.IterationFinished{Status: plan.Success, Good: true}, "success", "exit", nil},
		{"no answer", nil, Result{}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", []string{"without any answer"}},
		{"queries that were dropped", nil, Result{Size: 1, Exit: pty.Exit{Unanswered: 7}}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", []string{"7 of them were dropped"}},
		{"no answer in the last turn", nil, Result{Size: 1, EndedBy: "idle", Mute: true}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "idle", []string{"without any answer"}},
		{"exit code, the second in a row", nil, Result{Size: 1, Exit: pty.Exit{Code: 7}},
			plan.IterationFinished{Status: plan.Aborted, Failures: 2, Reason: "2 failures in a row, the last: exit code 7: tail"}, "failure", "exit", nil},
		{"exit code, below the threshold", more, Result{Size: 1, Exit: pty.Exit{Code: 7}},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: exit code 7: tail"}, "failure", "exit", nil},
		{"promise of FAILURE", more, Result{Size: 1, Signals: refused},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: the agent promised FAILURE: tail"}, "failure", "exit", nil},
		{"crash", more, Result{Size: 1, Signal: "SIGSEGV", Exit: pty.Exit{Code: 139, Signal: syscall.SIGSEGV}},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: killed by SIGSEGV: tail"}, "failure", "exit", nil},
		{"crash after SUCCESS", nil, Result{Size: 1, Signals: promised, Signal: "SIGSEGV", Exit: pty.Exit{Code: 139, Signal: syscall.SIGSEGV}},
			plan.IterationFinished{Status: plan.Success, Good: true}, "success", "exit", []string{"killed by SIGSEGV"}},
		{"exit code after SUCCESS", nil, Result{Size: 1, Signals: promised, Exit: pty.Exit{Code: 3}},
			plan.IterationFinished{Status: plan.Success, Good: true}, "success", "exit", []string{"exited with code 3"}},
		{"timeout", more, Result{Size: 1, TimedOut: true, Signal: "SIGTERM", Exit: term},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: timeout after 1m0s: tail"}, "failure", "timeout", nil},
		{"timeout after SUCCESS (ERR-40)", more, Result{Size: 1, TimedOut: true, Signal: "SIGTERM", Exit: term, Signals: promised},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: timeout after 1m0s: tail"}, "failure", "timeout", []string{"does not count after a timeout"}},
		{"stopped", nil, Result{Stopped: true, Signal: "SIGTERM", Exit: term},
			plan.IterationFinished{Status: plan.Interrupted, Failures: 1}, "interrupted", "stop", nil},
		{"could not start", more, Result{Err: errors.New("start agent: no such file")},
			plan.IterationFinished{Status: plan.Aborted, Failures: 2, Reason: "start agent: no such file"}, "failure", "error", nil},
		{"an error of an interface is told in its words", interactive, Result{Size: 1, EndedBy: "error", Complaint: "tail"},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: the agent's turn ended in an error: tail"}, "failure", "error", nil},
		{"an interface that gives up says why", interactive, Result{Size: 1, EndedBy: "exit", Exit: pty.Exit{Code: 1}},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: exit code 1: tail"}, "failure", "exit", nil},
		{"out of iterations", func(t *workflows.Task) { t.MaxIterations = 2 }, Result{Size: 1},
			plan.IterationFinished{Status: plan.MaxIters, Good: true}, "continue", "exit", nil},
		{"the threshold comes before the budget", func(t *workflows.Task) { t.MaxIterations = 2 }, Result{Size: 1, Exit: pty.Exit{Code: 1}},
			plan.IterationFinished{Status: plan.Aborted, Failures: 2, Reason: "2 failures in a row, the last: exit code 1: tail"}, "failure", "exit", nil},
		{"no limit", func(t *workflows.Task) { t.MaxIterations = 0 }, Result{Size: 1}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", nil},
		{"truncated (ERR-67)", nil, Result{Size: 5000, Truncated: true}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", []string{"5000 bytes exceeded the buffer of 100"}},
		{"unkillable (ERR-38, ERR-53)", more, Result{Size: 1, TimedOut: true, Exit: pty.Exit{Code: 137, Signal: syscall.SIGKILL, Killed: true, Unkillable: true}, Signal: "SIGKILL"},
			plan.IterationFinished{Status: plan.Continue, Failures: 2, Reason: "2 failures in a row, the last: timeout after 1m0s: tail"}, "failure", "timeout", []string{"survived KILL"}},
		{"log is incomplete", nil, Result{Size: 1, Exit: pty.Exit{LogErr: syscall.ENOSPC}}, plan.IterationFinished{Status: plan.Continue, Good: true}, "continue", "exit", []string{"no space left"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.res.Head, tt.res.Tail, tt.res.Command, tt.res.Duration = "head", "tail", "agent -p", 2*time.Second
			x := atWork(tt.task)
			event, notes := x.judge(report{key: secondOfA, result: &tt.res})
			tt.event.Key = secondOfA
			if diff := cmp.Diff(plan.Event(tt.event), event); diff != "" {
				t.Errorf("planner's event (-want +got):\n%s", diff)
			}
			finished, ok := notes[0].Body.(IterationFinished)
			if !ok || finished.Outcome != tt.outcome || finished.EndedBy != tt.endedBy || finished.Command != "agent -p" || finished.DurationMS != 2000 {
				t.Errorf("first note %+v, want the iteration to be a %s, ended by %s", notes[0].Body, tt.outcome, tt.endedBy)
			}
			if failed := tt.outcome == "failure"; (finished.Head == "head") != failed || (finished.Tail == "tail") != failed {
				t.Errorf("excerpts %q and %q, want them for failures only (ERR-58)", finished.Head, finished.Tail)
			}
			if failed := tt.outcome == "failure"; (finished.Last == "tail") != failed {
				t.Errorf("last line %q, want it for failures only", finished.Last)
			}
			counted := tt.res.Err == nil && !tt.res.Stopped
			if stats := x.record.Tasks["a"].Stats; (stats.Count == 2) != counted {
				t.Errorf("%d iterations in the statistics, want this one there: %t", stats.Count, counted)
			}
			checkWarnings(t, notes[1:], tt.warnings)
			for _, n := range notes {
				if n.Stage != "s" || n.Task != "a" || n.Attempt != 1 || n.Iteration != 1 {
					t.Errorf("note %s is about %s/%s %d/%d", n.Body.Type(), n.Stage, n.Task, n.Attempt, n.Iteration)
				}
			}
		})
	}
}

func checkWarnings(t *testing.T, notes []Event, want []string) {
	t.Helper()
	if len(notes) != len(want) {
		t.Errorf("%d warnings, want %d: %+v", len(notes), len(want), notes)
		return
	}
	for i, n := range notes {
		if w, ok := n.Body.(Warning); !ok || !strings.Contains(w.Message, want[i]) {
			t.Errorf("warning %+v, want %q in it", n.Body, want[i])
		}
	}
}

// TestJudgeKeepsTheIteration: the record holds what the last iteration came
// to; an iteration that never ran, or was stopped, has no part in the timing.
func TestJudgeKeepsTheIteration(t *testing.T) {
	tests := []struct {
		name  string
		res   Result
		last  session.Iteration
		count int
	}{
		{"counted", Result{Size: 9, Duration: 20 * time.Second, Signals: loop.Signals{Success: true}, Exit: pty.Exit{Code: 2, Bytes: 9}},
			session.Iteration{Number: 1, Attempt: 1, EndedBy: "exit", ExitCode: new(2), Promise: "SUCCESS", Outcome: "success", DurationMS: 20000, Bytes: new(int64(9))}, 2},
		{"stopped", Result{Stopped: true, Duration: time.Second, Signal: "SIGTERM", Exit: pty.Exit{Code: 143}},
			session.Iteration{Number: 1, Attempt: 1, EndedBy: "stop", ExitCode: new(143), Signal: "SIGTERM", Outcome: "interrupted", DurationMS: 1000, Bytes: new(int64(0))}, 1},
		{"never ran", Result{Err: errors.New("no terminal")},
			session.Iteration{Number: 1, Attempt: 1, EndedBy: "error", Outcome: "failure"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := atWork(nil)
			before := x.record
			x.judge(report{key: secondOfA, result: &tt.res})
			task := x.record.Tasks["a"]
			if diff := cmp.Diff(&tt.last, task.LastIteration); diff != "" {
				t.Errorf("last iteration (-want +got):\n%s", diff)
			}
			if task.Stats.Count != tt.count {
				t.Errorf("%d iterations were timed, want %d", task.Stats.Count, tt.count)
			}
			if before.Tasks["a"].LastIteration != nil {
				t.Error("a record that others may be reading was changed")
			}
		})
	}
}

// A host that takes a session up hears late of what ended before it came, and says when that was.
func TestEndedBeforeItsHost(t *testing.T) {
	began := time.Date(2026, 5, 4, 3, 12, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		ended    time.Time
		heard    time.Duration // of the host before, ahead of began
		want     time.Time
		undriven bool
	}{
		"while nobody drove it":    {began.Add(-time.Hour), 2 * time.Hour, began.Add(-time.Hour), true},
		"under a host that lived":  {began.Add(-time.Hour), time.Minute, began.Add(-time.Hour), false}, // it could not save that
		"since":                    {began.Add(time.Hour), 2 * time.Hour, time.Time{}, false},
		"never, as it is not seen": {time.Time{}, 2 * time.Hour, time.Time{}, false},
	} {
		x := atWork(nil)
		x.begun, x.resumed = began, &SessionResumed{LastHeard: began.Add(-tt.heard)}
		_, events := x.judge(report{key: secondOfA, result: &Result{Size: 1, Exit: pty.Exit{EndedAt: tt.ended}}})
		finished, ok := events[0].Body.(IterationFinished)
		if !ok || !finished.EndedAt.Equal(tt.want) || finished.Undriven != tt.undriven || !x.record.Tasks["a"].EndedAt.Equal(tt.want) {
			t.Errorf("%s: event %+v, task %+v", name, events[0].Body, x.record.Tasks["a"])
		}
		x.state.Tasks[0].Status = plan.Done
		want, now := tt.want, began.Add(2*time.Hour)
		if want.IsZero() {
			want = now
		}
		if project(&x.record, x.state, now); !x.record.Tasks["a"].EndedAt.Equal(want) {
			t.Errorf("%s: the task ended at %v, want %v", name, x.record.Tasks["a"].EndedAt, want)
		}
	}
}

// TestFreshIteration: what was wanted of one iteration's agent, and done to it, is not the next one's.
func TestFreshIteration(t *testing.T) {
	t.Chdir(t.TempDir()) // the handle's folder
	x := atWork(nil)
	x.edit("a", func(task *session.Task) {
		task.Completing, task.CompletedBy, task.Ending = true, "agent:b", &session.Ending{By: endedByPerson}
		task.InputsSent, task.Sending, task.Deeds, task.LogError, task.Conversation = 1, 1, 1, "full", "c"
		task.Stopped, task.Answer = &session.Stop{By: "human"}, &session.Answer{By: "human"}
	})
	now := time.Now()
	want := &session.Task{Stats: x.record.Tasks["a"].Stats, IterationStartedAt: now}
	x.prepare(now, []plan.Command{plan.StartIteration{Key: secondOfA}})
	if diff := cmp.Diff(want, x.record.Tasks["a"]); diff != "" {
		t.Errorf("the next does not begin afresh (-want +got):\n%s", diff)
	}
}
