package cmd

import (
	"rooda/adapters"
	"rooda/workflows"
)

// warnForgetful tells of tasks that ask for what their agents cannot do: to go
// on with a conversation after a loss (on_lost: resume). They begin a new one.
func warnForgetful(s Streams, wf *workflows.Workflow, registry *adapters.Registry) {
	tasks(wf, func(stage *workflows.Stage, t *workflows.Task) {
		if t.OnLost == workflows.LostResume && !remembers(t, registry) {
			s.notef("warning: %s/%s: on_lost: resume does what retry does: rooda knows no way to go on with a conversation of its agent; name an adapter that has resume_args, claude say\n", stage.ID, t.ID)
		}
	})
}

// warnUnreachable tells of a failure_threshold that no run of failures can
// reach. The built-in one is nobody's intention.
func warnUnreachable(s Streams, wf *workflows.Workflow) {
	tasks(wf, func(stage *workflows.Stage, t *workflows.Task) {
		if t.MaxIterations > 0 && t.FailureThreshold > t.MaxIterations && t.FailureThreshold != workflows.DefaultFailureThreshold {
			s.notef("warning: %s/%s: failure_threshold: %d is out of reach: max_iterations allows %d\n", stage.ID, t.ID, t.FailureThreshold, t.MaxIterations)
		}
	})
}

// remembers says whether a task's agent can go on with a conversation.
func remembers(t *workflows.Task, registry *adapters.Registry) bool {
	if t.Adapter == "" {
		return false
	}
	spec, err := registry.Spec(t.Adapter)
	if err != nil {
		return true // that is reported as what it is
	}
	mode := spec.Headless
	if t.Mode == workflows.Interactive {
		mode = spec.Interactive
	}
	return mode != nil && len(mode.ResumeArgs) > 0
}
