package orchestrator

import (
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
	Dir   string
	State shim.State
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
			state, err := shim.Probe(a.Dir)
			if err != nil {
				state = shim.Lost // what cannot be read cannot be adopted
			}
			if a.State = state; state != shim.Never {
				agents = append(agents, a)
			}
		}
	}
	return agents
}

// Alive reports whether any of the agents still runs.
func Alive(agents []Agent) bool {
	for _, a := range agents {
		if a.State == shim.Running || a.State == shim.Unreachable {
			return true
		}
	}
	return false
}
