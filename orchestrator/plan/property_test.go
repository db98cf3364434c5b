package plan_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// world drives a planner as a host would, with everything that can go wrong:
// answers in any order, late and doubled ones, interrupts, crashes that lose
// what runs, crashes between the checkpoint and the commands it implies.
type world struct {
	choose      func(n int) int
	fail        func(format string, args ...any)
	wf          *workflows.Workflow
	state       plan.State
	outstanding map[plan.Key]bool
	alive       map[plan.Key]bool // processes that outlived their host
	hostless    bool              // after a crash, until the next one opens it
	past        []plan.Event
	done        map[string]int
	ended       int
}

func newWorld(choose func(int) int, fail func(string, ...any)) *world {
	w := &world{choose: choose, fail: fail, outstanding: map[plan.Key]bool{}, alive: map[plan.Key]bool{}, done: map[string]int{}}
	w.wf = &workflows.Workflow{Name: "random"}
	for i := range 1 + choose(3) {
		st := workflows.Stage{ID: fmt.Sprint("s", i), MaxParallel: choose(3), FailFast: choose(2) == 0}
		for j := range 1 + choose(4) {
			tk := task(fmt.Sprintf("t%d%d", i, j))
			tk.MaxIterations = 1 + choose(3)
			if choose(2) == 0 {
				tk.OnMaxIterations = workflows.Continue
			}
			st.Tasks = append(st.Tasks, tk)
		}
		w.wf.Stages = append(w.wf.Stages, st)
	}
	w.state = plan.New(w.wf)
	return w
}

// apply sends one event; crash says that the host dies after the checkpoint
// and before the commands.
func (w *world) apply(e plan.Event, crash bool) {
	before := w.state
	next, commands := plan.Apply(w.wf, before, e)
	again, repeated := plan.Apply(w.wf, before, e)
	if fmt.Sprint(next, commands) != fmt.Sprint(again, repeated) {
		w.fail("not a pure function: %v", e)
	}
	w.state = next
	for i, t := range next.Tasks {
		old := before.Tasks[i]
		if old.Status == plan.Done && t.Status != plan.Done {
			w.fail("%s was DONE and became %s after %T", t.ID, t.Status, e)
		}
		if old.Status != plan.Done && t.Status == plan.Done {
			w.done[t.ID]++
		}
		if old.Cancelled && !t.Cancelled && t.Status != plan.Done && (t.Status != plan.Error || t.Reason != "cancelled") {
			w.fail("%s was cancelled and became %s (%q) after %T", t.ID, t.Status, t.Reason, e)
		}
	}
	_, opened := e.(plan.Opened)
	if w.hostless = crash || w.hostless && !opened; crash {
		w.outstanding = map[plan.Key]bool{}
		return
	}
	if opened {
		defer func() { w.alive = map[plan.Key]bool{} }()
	}
	for _, c := range commands {
		switch c := c.(type) {
		case plan.StartIteration:
			w.started(c.Key)
		case plan.AdoptIteration:
			if !w.alive[c.Key] || w.outstanding[c.Key] {
				w.fail("adopted %v, which is not there or driven already", c.Key)
			}
			w.outstanding[c.Key] = true
		case plan.StopIteration:
			if !w.outstanding[c.Key] {
				w.fail("stop of %v, which does not run", c.Key)
			}
		case plan.EndSession:
			w.ended++
		}
	}
	w.check()
}

func (w *world) started(k plan.Key) {
	for other := range w.outstanding {
		if other.Task == k.Task {
			w.fail("%v started while %v runs", k, other)
		}
	}
	t, _ := w.state.Task(k.Task)
	if t.Stage != w.state.Stage {
		w.fail("%v started in stage %d while stage %d is current", k, t.Stage, w.state.Stage)
	}
	if w.state.Outcome != "" || w.state.Stopping {
		w.fail("%v started after the end", k)
	}
	w.outstanding[k] = true
}

// check compares what the state says with what was really started.
func (w *world) check() {
	active, gone := map[int]int{}, 0
	for _, t := range w.state.Tasks {
		k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		if (t.Active() && !t.Gone) != w.outstanding[k] {
			w.fail("%s is %s at %v, running: %v", t.ID, t.Status, k, w.outstanding)
		}
		switch {
		case t.Gone && t.Status != plan.WaitingForUser:
			w.fail("%s was lost, waits for a word, and is %s", t.ID, t.Status)
		case t.Gone:
			gone++
		case t.Active():
			active[t.Stage]++
		}
		if t.Stage < w.state.Stage && t.Status != plan.Done {
			w.fail("stage %d was passed with %s %s", t.Stage, t.ID, t.Status)
		}
		if t.Stage > w.state.Stage && t.Attempt > 0 {
			w.fail("%s of a later stage has begun", t.ID)
		}
		if budget := w.task(t.ID).MaxIterations; t.Iteration > budget {
			w.fail("%s is at iteration %d of %d", t.ID, t.Iteration, budget)
		}
	}
	for i, n := range active {
		if limit := w.wf.Stages[i].MaxParallel; limit > 0 && n > limit {
			w.fail("%d tasks run in stage %d with max_parallel %d", n, i, limit)
		}
	}
	if w.state.Outcome == "" && len(w.outstanding) == 0 && gone == 0 && w.past != nil {
		w.fail("nothing runs and the session is open: %+v", w.state)
	}
}

func (w *world) task(id string) workflows.Task {
	for _, s := range w.wf.Stages {
		for _, t := range s.Tasks {
			if t.ID == id {
				return t
			}
		}
	}
	return workflows.Task{}
}

// answer is a possible end of a running iteration.
func (w *world) answer(k plan.Key, good bool) plan.IterationFinished {
	e := plan.IterationFinished{Key: k, Status: plan.Continue, Good: true}
	last := k.Iteration+1 >= w.task(k.Task).MaxIterations
	t, _ := w.state.Task(k.Task)
	pick := w.choose(4)
	switch {
	case good || pick == 0:
		e.Status = plan.Success
	case pick == 1:
		e.Status, e.Good = plan.Aborted, false
	case t.Stopped:
		e.Status = plan.Interrupted
	case last:
		e.Status = plan.MaxIters
	}
	return e
}

func (w *world) finish(good bool) {
	keys := make([]plan.Key, 0, len(w.outstanding))
	for _, t := range w.state.Tasks { // the planner's order, so that a seed repeats
		k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		if w.outstanding[k] {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return
	}
	k := keys[w.choose(len(keys))]
	delete(w.outstanding, k)
	e := w.answer(k, good)
	w.past = append(w.past, e)
	w.apply(e, !good && w.choose(8) == 0)
}

// step does one random thing.
func (w *world) step() {
	if w.state.Outcome != "" || len(w.outstanding) == 0 {
		if w.state.Outcome == "" && w.choose(2) == 0 && w.settle(w.policy()) {
			return
		}
		w.outstanding = map[plan.Key]bool{}
		w.apply(plan.Opened{}, false) // resume
		return
	}
	switch w.choose(13) {
	case 12:
		w.settle(w.policy())
	case 11:
		w.apply(plan.Cancel{Task: w.state.Tasks[w.choose(len(w.state.Tasks))].ID, Reason: "cancelled"}, false)
	case 10:
		w.lose()
	case 0: // the host is killed: what ran is found, lost, or was never begun
		w.apply(w.reopened(), false)
	case 1:
		w.apply(plan.Interrupt{}, false)
	case 2:
		if len(w.past) > 0 { // a late answer comes again
			w.apply(w.past[w.choose(len(w.past))], false)
		}
	case 3:
		t := w.state.Tasks[w.choose(len(w.state.Tasks))]
		w.apply(plan.QuestionRaised{Key: plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}}, false)
	case 4:
		t := w.state.Tasks[w.choose(len(w.state.Tasks))]
		w.apply(plan.QuestionClosed{Key: plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}}, false)
	default:
		w.finish(false)
	}
}

// reopened is what a host finds after another one.
func (w *world) reopened() plan.Opened {
	var e plan.Opened
	for _, t := range w.state.Tasks {
		k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		if !t.Active() {
			continue
		}
		switch pick := w.choose(3); {
		case t.Gone && pick > 0:
			e.Lost = append(e.Lost, w.loss(k))
		case t.Gone:
		case pick == 0:
			e.Adopted = append(e.Adopted, k)
			w.alive[k] = true
		case pick == 1:
			e.Lost = append(e.Lost, w.loss(k))
		}
	}
	w.outstanding = map[plan.Key]bool{}
	e.Halt = w.choose(6) == 0
	return e
}

func (w *world) loss(k plan.Key) plan.IterationLost {
	return plan.IterationLost{Key: k, Policy: w.policy(), Reason: "gone"}
}

func (w *world) policy() workflows.OnLost {
	policies := []workflows.OnLost{workflows.LostRetry, workflows.LostResume, workflows.LostFail, workflows.LostAsk}
	return policies[w.choose(len(policies))]
}

// settle has a person say what is to become of a loss, if one waits for that.
func (w *world) settle(policy workflows.OnLost) bool {
	for _, t := range w.state.Tasks {
		if t.Gone && !w.hostless && !w.state.Stopping {
			w.apply(plan.LossSettled{Key: plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}, Policy: policy}, false)
			return true
		}
	}
	return false
}

// lose takes away the process of a running iteration.
func (w *world) lose() {
	for _, t := range w.state.Tasks {
		k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		if w.outstanding[k] {
			delete(w.outstanding, k)
			e := w.loss(k)
			w.past = append(w.past, e)
			w.apply(e, w.choose(8) == 0)
			return
		}
	}
}

// live does n random things, and then plays fair until everything is done.
func (w *world) live(n int) {
	w.apply(plan.Opened{}, false)
	w.past = []plan.Event{}
	for range n {
		w.step()
	}
	for range 1000 {
		if w.state.Outcome == plan.Success || w.state.Outcome == plan.MaxIters {
			break
		}
		if w.state.Outcome == "" && w.settle(workflows.LostRetry) {
			continue
		}
		if w.state.Outcome != "" || len(w.outstanding) == 0 {
			w.outstanding = map[plan.Key]bool{}
			w.apply(plan.Opened{}, false)
			continue
		}
		w.finish(true)
	}
	for _, t := range w.state.Tasks {
		if t.Status != plan.Done || w.done[t.ID] != 1 {
			w.fail("%s ended %s, %d times DONE", t.ID, t.Status, w.done[t.ID])
		}
	}
	if w.state.Stage != len(w.wf.Stages) {
		w.fail("ended at stage %d of %d", w.state.Stage, len(w.wf.Stages))
	}
}

func TestAnyHistoryEndsWithEveryTaskDoneOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		newWorld(choose, t.Fatalf).live(rapid.IntRange(0, 60).Draw(t, "steps"))
	})
}

func FuzzPlanner(f *testing.F) {
	f.Add([]byte("a workflow, a few crashes and a resume"))
	f.Fuzz(func(t *testing.T, data []byte) {
		i := 0
		choose := func(n int) int {
			if i >= len(data) {
				return 0
			}
			i++
			return int(data[i-1]) % n
		}
		newWorld(choose, t.Fatalf).live(min(len(data)/4, 100))
	})
}
