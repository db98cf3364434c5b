package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"sync"

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
	// Stray says that it lives although no task under way has it.
	Stray bool
	// Kept says that its task is done, and that it was kept alive: nothing more comes of it.
	Kept bool
}

// Agents looks for the agents of a session in the folder dir: those of tasks
// under way, those that were kept alive, and those that live although their task is over
// without a success, or is to run again: nobody may start another one beside them. What
// is said of them is found out now, not remembered. Agents that were never started are left out.
// An agent about which ctx ended first cannot be told of.
func Agents(ctx context.Context, record session.Record, dir string) []Agent {
	agents := candidates(record, dir)
	var looks sync.WaitGroup
	for i := range agents {
		looks.Go(func() { agents[i].probe(ctx) })
	}
	looks.Wait()
	return slices.DeleteFunc(agents, func(a Agent) bool {
		return a.State == shim.Never || a.Stray && !a.Alive()
	})
}

// candidates are the agents that may live, without a word on whether they do.
func candidates(record session.Record, dir string) (agents []Agent) {
	for _, stage := range record.Workflow.Definition.Stages {
		for _, spec := range stage.Tasks {
			t := record.Tasks[spec.ID]
			if t == nil {
				continue
			}
			a := Agent{Stage: stage.ID, Task: spec.ID}
			current, last := a.of(dir, t.Iteration, t.Attempt), t.LastIteration
			switch {
			case t.Status.UnderWay():
				agents = append(agents, current)
			case t.KeepAlive && t.Status == session.Done && last != nil:
				a.Kept = true
				agents = append(agents, a.of(dir, last.Number, last.Attempt))
			case t.Status != session.Done && t.Attempt > 0:
				a.Stray, current.Stray = true, true
				agents = append(agents, current)
				if last != nil && (last.Number != t.Iteration || last.Attempt != t.Attempt) {
					agents = append(agents, a.of(dir, last.Number, last.Attempt))
				}
			}
		}
	}
	return agents
}

// of is the agent of an iteration of the task.
func (a Agent) of(dir string, iteration, attempt int) Agent {
	a.Iteration, a.Attempt = iteration, attempt
	a.Dir = session.IterationDir(dir, a.Task, iteration, attempt)
	return a
}

// probe finds out how the agent is.
func (a *Agent) probe(ctx context.Context) {
	var err error
	if a.State, err = shim.Probe(ctx, a.Dir); err != nil {
		a.Err = &UntoldError{Task: a.Task, Dir: a.Dir, Err: err}
	}
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

// StrayError says that an agent of a task lives that is to be run again.
type StrayError struct{ Session, Task string }

func (e *StrayError) Error() string {
	return fmt.Sprintf("resume session %s: the agent of %s still lives, although its iteration is over", session.ShortID(e.Session), e.Task)
}

// Hint says how to get rid of it.
func (e *StrayError) Hint() string {
	return fmt.Sprintf("rooda session stop %s ends it", session.ShortID(e.Session))
}

// stray returns a *StrayError, or an *UntoldError, where an agent lives, or may, beside
// which a resume would start another.
func stray(record session.Record, dir string) error {
	for _, a := range Agents(context.Background(), record, dir) {
		switch {
		case !a.Stray:
		case a.Err != nil:
			return fmt.Errorf("resume session %s: %w", session.ShortID(record.ID), a.Err)
		default:
			return &StrayError{record.ID, a.Task}
		}
	}
	return nil
}
