package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/workflows"
)

func task(id string) workflows.Task {
	return workflows.Task{ID: id, MaxIterations: 3, FailureThreshold: 3, OnMaxIterations: workflows.Fail}
}

func stage(id string, tasks ...workflows.Task) workflows.Stage {
	return workflows.Stage{ID: id, Tasks: tasks}
}

func flow(stages ...workflows.Stage) *workflows.Workflow {
	return &workflows.Workflow{Name: "test", Stages: stages}
}

func key(id string, attempt, iteration int) plan.Key {
	return plan.Key{Task: id, Attempt: attempt, Iteration: iteration}
}

// ends makes the event for an iteration that ended with a status.
func ends(k plan.Key, status plan.Outcome) plan.IterationFinished {
	return plan.IterationFinished{Key: k, Status: status, Good: status != plan.Aborted, Reason: "why"}
}

// history applies events to a new session and returns the last state and all commands.
func history(wf *workflows.Workflow, events ...plan.Event) (plan.State, []plan.Command) {
	s := plan.New(wf)
	var all []plan.Command
	for _, e := range events {
		var commands []plan.Command
		s, commands = plan.Apply(wf, s, e)
		all = append(all, commands...)
	}
	return s, all
}

func start(id string, attempt, iteration int) plan.Command {
	return plan.StartIteration{Key: key(id, attempt, iteration)}
}

func stop(id string, attempt, iteration int) plan.Command {
	return plan.StopIteration{Key: key(id, attempt, iteration)}
}

func TestApply(t *testing.T) {
	open := plan.Opened{}
	ok := func(id string) plan.Event { return ends(key(id, 1, 0), plan.Success) }
	failed := func(id string) plan.Event { return ends(key(id, 1, 0), plan.Aborted) }
	lost := func(attempt int) plan.Event {
		return plan.IterationLost{Key: key("a", attempt, 0), Policy: workflows.LostRetry, Reason: "gone"}
	}
	lostAsk := plan.IterationLost{Key: key("a", 1, 0), Policy: workflows.LostAsk, Reason: "gone"}
	settled := func(policy workflows.OnLost) plan.Event {
		return plan.LossSettled{Key: key("a", 1, 0), Policy: policy}
	}
	one, lenient, long := task("a"), task("a"), task("a")
	one.MaxIterations, lenient.OnMaxIterations = 1, workflows.Continue
	narrow, fast := stage("s", task("a"), task("b"), task("c")), stage("s", task("a"), task("b"), task("c"))
	narrow.MaxParallel, fast.FailFast, fast.MaxParallel = 2, true, 2

	tests := []struct {
		name   string
		wf     *workflows.Workflow
		events []plan.Event
		want   []plan.Command
		status []plan.Status
		stage  int
	}{
		{"stages in order (CORE-11)", flow(stage("s", task("a")), stage("t", task("b"))),
			[]plan.Event{open, ok("a"), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done, plan.Done}, 2},
		{"barrier waits for all (CORE-11)", flow(stage("s", task("a"), task("b")), stage("t", task("c"))),
			[]plan.Event{open, ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0)},
			[]plan.Status{plan.Running, plan.Done, plan.Pending}, 0},
		{"max_parallel", flow(narrow),
			[]plan.Event{open, ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0)},
			[]plan.Status{plan.Running, plan.Done, plan.Running}, 0},
		{"iterations under one attempt", flow(stage("s", task("a"))),
			[]plan.Event{open, ends(key("a", 1, 0), plan.Continue), ends(key("a", 1, 1), plan.Success)},
			[]plan.Command{start("a", 1, 0), start("a", 1, 1), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
		{"late and doubled events change nothing", flow(stage("s", task("a"))),
			[]plan.Event{ok("a"), open, ends(key("a", 1, 0), plan.Continue), ends(key("a", 1, 0), plan.Aborted),
				ends(key("a", 2, 1), plan.Aborted), ends(key("x", 1, 1), plan.Success), plan.QuestionClosed{Key: key("a", 1, 1)}},
			[]plan.Command{start("a", 1, 0), start("a", 1, 1)},
			[]plan.Status{plan.Running}, 0},
		{"failure lets siblings finish, then stops", flow(stage("s", task("a"), task("b")), stage("t", task("c"))),
			[]plan.Event{open, failed("a"), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Done, plan.Pending}, 0},
		{"failure lets queued siblings start", flow(narrow),
			[]plan.Event{open, failed("a"), ok("b"), ok("c")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Done, plan.Done}, 0},
		{"fail_fast cancels siblings and starts none", flow(fast),
			[]plan.Event{open, failed("a"), ends(key("b", 1, 0), plan.Interrupted)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), stop("b", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Error, plan.Pending}, 0},
		{"fail_fast: a sibling that finishes anyway is done", flow(fast),
			[]plan.Event{open, failed("a"), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), stop("b", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Done, plan.Pending}, 0},
		{"out of iterations fails", flow(stage("s", task("a")), stage("t", task("b"))),
			[]plan.Event{open, ends(key("a", 1, 0), plan.MaxIters)},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Pending}, 0},
		{"on_max_iterations: continue", flow(stage("s", lenient), stage("t", task("b"))),
			[]plan.Event{open, ends(key("a", 1, 0), plan.MaxIters), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.EndSession{Outcome: plan.MaxIters}},
			[]plan.Status{plan.Done, plan.Done}, 2},
		{"a budget of one is done when it went well", flow(stage("s", one)),
			[]plan.Event{open, ends(key("a", 1, 0), plan.MaxIters)},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
		{"a budget of one that failed", flow(stage("s", one)),
			[]plan.Event{open, plan.IterationFinished{Key: key("a", 1, 0), Status: plan.MaxIters, Failures: 1, Reason: "exit code 1"}},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error}, 0},
		{"on_lost: ask waits for a word, and siblings go on", flow(narrow),
			[]plan.Event{open, lostAsk, ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0)},
			[]plan.Status{plan.WaitingForUser, plan.Done, plan.Running}, 0},
		{"on_lost: ask, settled as retry, waits for its turn", flow(narrow),
			[]plan.Event{open, lostAsk, settled(workflows.LostRetry), settled(workflows.LostRetry), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), start("a", 2, 0)},
			[]plan.Status{plan.Running, plan.Done, plan.Running}, 0},
		{"on_lost: ask, settled as resume", flow(stage("s", task("a"))),
			[]plan.Event{open, lostAsk, settled(workflows.LostResume), ends(key("a", 2, 0), plan.Success)},
			[]plan.Command{start("a", 1, 0), plan.StartIteration{Key: key("a", 2, 0), Resume: true}, plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
		{"on_lost: ask, settled as fail", flow(fast),
			[]plan.Event{open, lostAsk, settled(workflows.LostFail), ends(key("b", 1, 0), plan.Interrupted), ends(key("c", 1, 0), plan.Interrupted)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), stop("b", 1, 0), stop("c", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Error, plan.Error}, 0},
		{"on_lost: ask, and a cancel instead of a word", flow(stage("s", task("a"))),
			[]plan.Event{open, lostAsk, plan.Cancel{Task: "a"}, settled(workflows.LostRetry)},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error}, 0},
		{"on_lost: ask outlives an interrupt", flow(stage("s", task("a"))),
			[]plan.Event{open, lostAsk, plan.Interrupt{}},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Interrupted}},
			[]plan.Status{plan.WaitingForUser}, 0},
		{"fail_fast ends a task that waits for a word", flow(fast),
			[]plan.Event{open, lostAsk, failed("b"), ends(key("c", 1, 0), plan.Interrupted)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), stop("c", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Error, plan.Error}, 0},
		{"waiting for a person and back (CORE-15)", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, plan.QuestionRaised{Key: key("a", 1, 0)}, plan.QuestionRaised{Key: key("b", 1, 0)}, plan.QuestionClosed{Key: key("b", 1, 0)}},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0)},
			[]plan.Status{plan.WaitingForUser, plan.Running}, 0},
		{"interrupt stops each once and ends when all are down", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, plan.Interrupt{}, plan.Interrupt{}, ends(key("a", 1, 0), plan.Interrupted), ends(key("b", 1, 0), plan.Continue)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), stop("a", 1, 0), stop("b", 1, 0), plan.EndSession{Outcome: plan.Interrupted}},
			[]plan.Status{plan.Pending, plan.Pending}, 0},
		{"interrupt that comes after the last success", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Interrupt{}, ok("a")},
			[]plan.Command{start("a", 1, 0), stop("a", 1, 0), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
		{"resume after a crash repeats the iteration (CORE-13)", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, ok("b"), ends(key("a", 1, 0), plan.Continue), open, ends(key("a", 1, 1), plan.Success), ends(key("a", 2, 1), plan.Success)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("a", 1, 1), start("a", 2, 1), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done, plan.Done}, 1},
		{"resume adopts what outlived the host, under its key (5.6)", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, ends(key("a", 1, 0), plan.Continue), plan.Opened{Adopted: []plan.Key{key("a", 1, 1)}}, ends(key("a", 1, 1), plan.Success)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("a", 1, 1), plan.AdoptIteration{Key: key("a", 1, 1)}, start("b", 2, 0)},
			[]plan.Status{plan.Done, plan.Running}, 0},
		{"a question stays open when its agent is adopted", flow(stage("s", task("a"), task("b"), task("c"))),
			[]plan.Event{open, plan.QuestionRaised{Key: key("a", 1, 0)}, plan.QuestionRaised{Key: key("b", 1, 0)},
				plan.Opened{Adopted: []plan.Key{key("a", 1, 0), key("b", 1, 0), key("c", 1, 0)}, Asking: []plan.Key{key("a", 1, 0)}}},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), plan.AdoptIteration{Key: key("a", 1, 0)}, plan.AdoptIteration{Key: key("b", 1, 0)}, plan.AdoptIteration{Key: key("c", 1, 0)}},
			[]plan.Status{plan.WaitingForUser, plan.Running, plan.Running}, 0},
		{"halt starts nothing and ends what was adopted", flow(stage("s", task("a"), task("b"), task("c"))),
			[]plan.Event{open, plan.Opened{Halt: true, Adopted: []plan.Key{key("a", 1, 0), key("c", 1, 0)}}, ends(key("a", 1, 0), plan.Interrupted), ends(key("c", 1, 0), plan.Success)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), start("c", 1, 0), plan.AdoptIteration{Key: key("a", 1, 0)}, plan.AdoptIteration{Key: key("c", 1, 0)},
				stop("a", 1, 0), stop("c", 1, 0), plan.EndSession{Outcome: plan.Interrupted}},
			[]plan.Status{plan.Pending, plan.Pending, plan.Done}, 0},
		{"an iteration that the run before was stopped in is run again", flow(narrow),
			[]plan.Event{open, plan.Opened{Adopted: []plan.Key{key("a", 1, 0), key("b", 1, 0)}}, ends(key("a", 1, 0), plan.Interrupted)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.AdoptIteration{Key: key("a", 1, 0)}, plan.AdoptIteration{Key: key("b", 1, 0)}, start("a", 2, 0)},
			[]plan.Status{plan.Running, plan.Running, plan.Pending}, 0},
		{"resume runs a lost iteration again", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Opened{Lost: []plan.IterationLost{{Key: key("a", 1, 0), Policy: workflows.LostRetry}}}},
			[]plan.Command{start("a", 1, 0), start("a", 2, 0)},
			[]plan.Status{plan.Running}, 0},
		{"resume of the agent's own conversation", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Opened{Lost: []plan.IterationLost{{Key: key("a", 1, 0), Policy: workflows.LostResume}}}, ends(key("a", 2, 0), plan.Continue)},
			[]plan.Command{start("a", 1, 0), plan.StartIteration{Key: key("a", 2, 0), Resume: true}, start("a", 2, 1)},
			[]plan.Status{plan.Running}, 0},
		{"a lost iteration may fail its task", flow(fast),
			[]plan.Event{open, plan.Opened{Adopted: []plan.Key{key("b", 1, 0)}, Lost: []plan.IterationLost{{Key: key("a", 1, 0), Policy: workflows.LostFail}}}, ends(key("b", 1, 0), plan.Interrupted)},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.AdoptIteration{Key: key("b", 1, 0)}, stop("b", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Error, plan.Pending}, 0},
		{"a process that is lost again and again fails its task", flow(stage("s", task("a"))),
			[]plan.Event{open, lost(1), lost(2), lost(3)},
			[]plan.Command{start("a", 1, 0), start("a", 2, 0), start("a", 3, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error}, 0},
		{"a loss between others is forgotten", flow(stage("s", long)),
			[]plan.Event{open, lost(1), lost(2), ends(key("a", 3, 0), plan.Continue), plan.IterationLost{Key: key("a", 3, 1), Policy: workflows.LostRetry}},
			[]plan.Command{start("a", 1, 0), start("a", 2, 0), start("a", 3, 0), start("a", 3, 1), start("a", 4, 1)},
			[]plan.Status{plan.Running}, 0},
		{"a process that is lost while it is stopped", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Interrupt{}, lost(1)},
			[]plan.Command{start("a", 1, 0), stop("a", 1, 0), plan.EndSession{Outcome: plan.Interrupted}},
			[]plan.Status{plan.Pending}, 0},
		{"a cancelled task fails, its siblings go on", flow(stage("s", task("a"), task("b")), stage("t", task("c"))),
			[]plan.Event{open, plan.Cancel{Task: "a", Reason: "cancelled"}, plan.Cancel{Task: "a"}, plan.Cancel{Task: "c"},
				ends(key("a", 1, 0), plan.Continue), ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), stop("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Done, plan.Pending}, 0},
		{"a cancel outlives its host", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Cancel{Task: "a", Reason: "cancelled"}, plan.Opened{Adopted: []plan.Key{key("a", 1, 0)}},
				plan.IterationFinished{Key: key("a", 1, 0), Status: plan.Continue, Failures: 1}},
			[]plan.Command{start("a", 1, 0), stop("a", 1, 0), plan.AdoptIteration{Key: key("a", 1, 0)}, stop("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error}, 0},
		{"a cancel outlives its host and its agent", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, plan.Cancel{Task: "a", Reason: "cancelled"}, plan.Cancel{Task: "b", Reason: "cancelled"},
				plan.Opened{Lost: []plan.IterationLost{{Key: key("a", 1, 0), Policy: workflows.LostRetry}}}},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), stop("a", 1, 0), stop("b", 1, 0), plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Error}, 0},
		{"a cancelled task that was resumed is tried again", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Cancel{Task: "a", Reason: "cancelled"}, ends(key("a", 1, 0), plan.Interrupted), open},
			[]plan.Command{start("a", 1, 0), stop("a", 1, 0), plan.EndSession{Outcome: plan.Aborted}, start("a", 2, 0)},
			[]plan.Status{plan.Running}, 0},
		{"a cancelled task that succeeds anyway is done", flow(stage("s", task("a"))),
			[]plan.Event{open, plan.Cancel{Task: "a", Reason: "cancelled"}, ok("a")},
			[]plan.Command{start("a", 1, 0), stop("a", 1, 0), plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
		{"resume tries a failed task with a fresh budget", flow(stage("s", task("a"))),
			[]plan.Event{open, ends(key("a", 1, 0), plan.Continue), ends(key("a", 1, 1), plan.Aborted), open},
			[]plan.Command{start("a", 1, 0), start("a", 1, 1), plan.EndSession{Outcome: plan.Aborted}, start("a", 2, 0)},
			[]plan.Status{plan.Running}, 0},
		{"another host for the same run tries nothing again", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, failed("a"), plan.Opened{Continued: true, Adopted: []plan.Key{key("b", 1, 0)}}, ok("b")},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.AdoptIteration{Key: key("b", 1, 0)}, plan.EndSession{Outcome: plan.Aborted}},
			[]plan.Status{plan.Error, plan.Done}, 0},
		{"a stop leaves what failed as it is", flow(stage("s", task("a"), task("b"))),
			[]plan.Event{open, failed("a"), plan.Opened{Halt: true}},
			[]plan.Command{start("a", 1, 0), start("b", 1, 0), plan.EndSession{Outcome: plan.Interrupted}},
			[]plan.Status{plan.Error, plan.Pending}, 0},
		{"resume of what is finished ends at once", flow(stage("s", task("a"))),
			[]plan.Event{open, ok("a"), open},
			[]plan.Command{start("a", 1, 0), plan.EndSession{Outcome: plan.Success}, plan.EndSession{Outcome: plan.Success}},
			[]plan.Status{plan.Done}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, commands := history(tt.wf, tt.events...)
			if diff := cmp.Diff(tt.want, commands); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
			var status []plan.Status
			for _, ts := range s.Tasks {
				status = append(status, ts.Status)
			}
			if diff := cmp.Diff(tt.status, status); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
			if s.Stage != tt.stage {
				t.Errorf("stage %d, want %d", s.Stage, tt.stage)
			}
		})
	}
}

func TestApplyLeavesItsInputAlone(t *testing.T) {
	wf := flow(stage("s", task("a")))
	before := plan.New(wf)
	plan.Apply(wf, before, plan.Opened{})
	if diff := cmp.Diff(plan.New(wf), before); diff != "" {
		t.Errorf("state changed (-want +got):\n%s", diff)
	}
}

func TestResumeZeroesFailures(t *testing.T) {
	wf := flow(stage("s", task("a")))
	failure := plan.IterationFinished{Key: key("a", 1, 0), Status: plan.Continue, Failures: 1}
	s, _ := history(wf, plan.Opened{}, failure)
	if got := s.Tasks[0].Failures; got != 1 {
		t.Fatalf("failures %d before the crash, want 1", got)
	}
	s, _ = plan.Apply(wf, s, plan.Opened{})
	want := plan.TaskState{ID: "a", Status: plan.Running, Attempt: 2, Iteration: 1}
	if diff := cmp.Diff(want, s.Tasks[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
