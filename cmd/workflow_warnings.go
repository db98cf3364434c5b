package cmd

import (
	"cmp"

	"rooda/adapters"
	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/workflows"
)

// warnUncalled tells of a command that is to call people and is not there.
func warnUncalled(s console.Streams, n config.Notify, dir string) {
	if err := n.Check(s.Environ, dir); err != nil {
		s.Notef("warning: %s: %s\n", console.OneLine(err.Error()), hintOf(err))
	}
}

// warnForgetful tells of tasks that ask for what their agents cannot do: to go
// on with a conversation after a loss (on_lost: resume). They begin a new one.
func warnForgetful(s console.Streams, wf *workflows.Workflow, registry *adapters.Registry) {
	tasks(wf, func(stage *workflows.Stage, t *workflows.Task) {
		if t.OnLost == workflows.LostResume && !remembers(t, registry) {
			s.Notef("warning: %s/%s: on_lost: resume does what retry does: rooda knows no way to go on with a conversation of its agent; name an adapter that has resume_args, claude say\n", stage.ID, t.ID)
		}
	})
}

// warnAnswerless tells of interactive tasks with auto_approve whose agents have nothing
// that it could switch on.
func warnAnswerless(s console.Streams, wf *workflows.Workflow, registry *adapters.Registry) {
	tasks(wf, func(stage *workflows.Stage, t *workflows.Task) {
		if t.Mode != workflows.Interactive || !t.AutoApprove || approves(t, registry) {
			return
		}
		s.Notef("warning: %s/%s: auto_approve does nothing: no rule says what its agent may be answered, nor which arguments let it act; handlers of an adapter do (adapters in rooda-config.yml; rooda config schema has the keys)\n", stage.ID, t.ID)
	})
}

// approves says whether auto_approve makes a difference to a task's agent.
func approves(t *workflows.Task, registry *adapters.Registry) bool {
	if t.Adapter != "" {
		if spec, err := registry.Spec(t.Adapter); err != nil || len(spec.InjectArgs) > 0 {
			return true // that there is none is reported as what it is
		}
	}
	signs, err := registry.Signs(cmp.Or(t.Adapter, "generic"))
	return err != nil || len(signs.Handlers) > 0
}

// warnUnreachable tells of a failure_threshold that no run of failures can
// reach. The built-in one is nobody's intention.
func warnUnreachable(s console.Streams, wf *workflows.Workflow) {
	tasks(wf, func(stage *workflows.Stage, t *workflows.Task) {
		if t.MaxIterations > 0 && t.FailureThreshold > t.MaxIterations && t.FailureThreshold != workflows.DefaultFailureThreshold {
			s.Notef("warning: %s/%s: failure_threshold: %d is out of reach: max_iterations allows %d\n", stage.ID, t.ID, t.FailureThreshold, t.MaxIterations)
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
