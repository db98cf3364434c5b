package orchestrator

import (
	"slices"

	"rooda/pty/shim"
	"rooda/session"
)

// Agent is a process that a session has started last for one of its tasks,
// and that may live whether or not a host drives the session.
type Agent struct {
	Stage, Task string
	// Iteration counts from 0.
	Iteration, Attempt int
	// Dir is the iteration's folder; package shim reaches the agent by it.
	Dir string
	// State is empty where it cannot be told, and Err says why then. Such an
	// agent may be at work, so it counts as alive.
	State shim.State
	Err   *UntoldError
}

// Agents looks for the agents of a session in the folder dir: those of tasks
// under way, and those that were kept alive. What is said of them is found
// out now, not remembered. Agents that were never started are left out.
func Agents(record session.Record, dir string) []Agent {
	var agents []Agent
	for _, stage := range record.Workflow.Definition.Stages {
		for _, spec := range stage.Tasks {
			t := record.Tasks[spec.ID]
			if t == nil {
				continue
			}
			a := Agent{Stage: stage.ID, Task: spec.ID, Iteration: t.Iteration, Attempt: t.Attempt}
			switch {
			case t.Status == session.Running || t.Status == session.WaitingForUser:
			case t.KeepAlive && t.LastIteration != nil:
				a.Iteration, a.Attempt = t.LastIteration.Number, t.LastIteration.Attempt
			default:
				continue
			}
			a.Dir = session.IterationDir(dir, a.Task, a.Iteration, a.Attempt)
			var err error
			if a.State, err = shim.Probe(a.Dir); err != nil {
				a.Err = &UntoldError{Task: a.Task, Dir: a.Dir, Err: err}
			}
			if a.State != shim.Never {
				agents = append(agents, a)
			}
		}
	}
	return agents
}

// Alive reports whether the agent still runs, or may do so.
func (a Agent) Alive() bool {
	return a.State == shim.Running || a.State == shim.Unreachable || a.Err != nil
}

// Alive reports whether any of the agents still runs, or may do so.
func Alive(agents []Agent) bool { return slices.ContainsFunc(agents, Agent.Alive) }

// Untold returns an *UntoldError where it cannot be told of one of the agents
// whether it lives, else nil.
func Untold(agents []Agent) error {
	for _, a := range agents {
		if a.Err != nil {
			return a.Err
		}
	}
	return nil
}
