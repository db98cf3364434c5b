package plan

import (
	"rooda/workflows"
)

// active finds the task whose iteration k is under way, nil when k is stale.
func (p *planner) active(k Key) *TaskState {
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Active() && t.key() == k {
			return t
		}
	}
	return nil
}

// failedFast reports whether a failure in the stage forbids new starts.
func (p *planner) failedFast(stage int) bool {
	return p.wf.Stages[stage].FailFast && p.count(TaskState.failed) > 0
}

func (p *planner) stage() workflows.Stage { return p.wf.Stages[p.Stage] }

func (p *planner) spec(t *TaskState) workflows.Task {
	for _, task := range p.wf.Stages[t.Stage].Tasks {
		if task.ID == t.ID {
			return task
		}
	}
	return workflows.Task{}
}

// stageDone reports whether every task of the current stage is DONE.
func (p *planner) stageDone() bool {
	done := func(t TaskState) bool { return t.Status == Done }
	return p.count(done) == len(p.stage().Tasks)
}

func (p *planner) maxIters() bool {
	for _, t := range p.Tasks {
		if t.Outcome == MaxIters {
			return true
		}
	}
	return false
}

func (t TaskState) failed() bool { return t.Status == Error }

func (t TaskState) gone() bool { return t.Gone }

// busy reports whether a process of the task is at work.
func (t TaskState) busy() bool { return t.Active() && !t.Gone }

// count counts the tasks of the current stage for which is holds.
func (p *planner) count(is func(TaskState) bool) int {
	n := 0
	for _, t := range p.Tasks {
		if t.Stage == p.Stage && is(t) {
			n++
		}
	}
	return n
}

func (t TaskState) key() Key { return Key{t.ID, t.Attempt, t.Iteration} }
