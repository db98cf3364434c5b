package orchestrator

import (
	"slices"

	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// admit decides whether a session is taken up although some of its tasks could not start here, since PATH is another
// or a folder was moved. To go on with an agent, or to count the end of one, takes no program. So it fails with
// *PreflightError only where a task has to start now and no agent lives, or would be ended with a task that failed by
// that; and where nobody knows how to read an agent. The events warn of what cannot start later. A stop starts nothing,
// and who hands a session over has started all that.
func (l launcher) admit(record session.Record, s plan.State, found remaining, how succession) (foreseen []Event, err error) {
	wf := record.Workflow.Definition
	now := starting(wf, s, found.Opened)
	var fatal, refused []PreflightProblem
	for _, stage := range unfinished(wf, s).Stages {
		for _, task := range stage.Tasks {
			t, _ := s.Task(task.ID)
			adopted := slices.Contains(found.Adopted, plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration})
			ended := how.how == ActStop && slices.Contains(found.living, task.ID)
			if adopted && !ended {
				fatal = append(fatal, l.unreadable(task)...)
			}
			if how.how == ActStop || last(task, t, adopted) || found.Continued && t.Status == plan.Error {
				continue
			}
			problems := l.problems(task)
			switch {
			case problems == nil:
			case now[task.ID]:
				refused = append(refused, problems...)
			default:
				at := Event{Stage: stage.ID, Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
				foreseen = append(foreseen, with(at, Warning{foresight(problems, adopted)})...)
			}
		}
	}
	if fatal != nil {
		return nil, l.refusal(fatal)
	}
	if how.restarts && refused != nil && (found.living == nil || wf.Stages[s.Stage].FailFast) {
		return nil, l.refusal(refused)
	}
	return foreseen, nil
}

// starting are the tasks that start at once when a session is taken up.
func starting(wf *workflows.Workflow, s plan.State, opened plan.Opened) map[string]bool {
	_, commands := plan.Apply(wf, s, opened)
	tasks := map[string]bool{}
	for _, c := range commands {
		if start, ok := c.(plan.StartIteration); ok {
			tasks[start.Key.Task] = true
		}
	}
	return tasks
}

// last reports whether no iteration comes after the one of an adopted agent.
func last(task workflows.Task, t plan.TaskState, adopted bool) bool {
	return adopted && (t.Cancelled || task.MaxIterations > 0 && t.Iteration+1 >= task.MaxIterations)
}

// unreadable is why nobody can tell what an agent that another host has started does or has done, nil
// where one can.
func (l launcher) unreadable(task workflows.Task) []PreflightProblem {
	if _, _, err := l.described("", task, plan.Key{Task: task.ID}, "", task.ID, ""); err != nil {
		return []PreflightProblem{{Task: task.ID, Field: field(task, err), Err: err}}
	}
	return nil
}

// foresight says of a task that it cannot start as things are, and what comes of that.
func foresight(problems []PreflightProblem, adopted bool) string {
	errs := make([]error, len(problems))
	for i, p := range problems {
		errs[i] = p.Err
	}
	why := taskErrors(errs).Error()
	if adopted {
		return "no other iteration of it could start as things are: " + why + "; the task fails where one has to and that is not put right by then"
	}
	return "it could not start as things are: " + why + "; the task fails where that is not put right by its turn"
}

// Foreseen are the warnings with which a session was taken up, each with its task: what cannot start later.
// They are events of the run, too.
func (r *Run) Foreseen() []Event { return r.executor.foreseen }
